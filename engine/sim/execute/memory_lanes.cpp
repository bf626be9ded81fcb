#include <algorithm>
#include <cstring>

#include "sim/execute/access_cost.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/state/observer.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

constexpr uint64_t kNullPage = 4096;

void complain(Warp& w, const Inst* i, FindingKind kind, Space space, AccessKind access,
              unsigned lane, uint64_t address, uint32_t bytes, std::string text = {}) {
  RawFinding f;
  f.text = std::move(text);
  f.kind = kind;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + lane;
  f.address = address;
  f.bytes = bytes;
  f.space = space;
  f.access = access;
  f.count = 1;
  w.runner->report(std::move(f));
}

template <class F>
void for_lanes(uint32_t mask, F f) {
  for (; mask; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

// Value of `bytes` (1, 2, 4, 8) at `from`, extended to 64 bits.
uint64_t read_value(const std::byte* from, uint32_t bytes, bool is_signed) {
  switch (bytes) {
    case 1: {
      uint8_t v;
      std::memcpy(&v, from, 1);
      return is_signed ? static_cast<uint64_t>(int64_t{static_cast<int8_t>(v)}) : v;
    }
    case 2: {
      uint16_t v;
      std::memcpy(&v, from, 2);
      return is_signed ? static_cast<uint64_t>(int64_t{static_cast<int16_t>(v)}) : v;
    }
    case 4: {
      uint32_t v;
      std::memcpy(&v, from, 4);
      return is_signed ? static_cast<uint64_t>(int64_t{static_cast<int32_t>(v)}) : v;
    }
    default: {
      uint64_t v;
      std::memcpy(&v, from, 8);
      return v;
    }
  }
}

void set_lane(Warp& w, const Inst* i, Place place, unsigned lane, uint64_t value) {
  if (place == kNowhere) return;
  if (i->flags & access_flag::kWideRegister) w.at<uint64_t>(place)[lane] = value;
  else w.at<uint32_t>(place)[lane] = static_cast<uint32_t>(value);
}

uint64_t get_lane(Warp& w, const Inst* i, Place place, unsigned lane) {
  if (i->flags & access_flag::kWideRegister) return w.at<uint64_t>(place)[lane];
  return w.at<uint32_t>(place)[lane];
}

// Place of element k of the data operand.
Place data_place(Warp& w, const Inst* i, uint32_t k) {
  if (vector_width(i) == 1) return i->d;
  return w.runner->launch->program->vectors[i->aux].places[k];
}

// Lanes whose access exact tracking wants to see.
uint32_t watched_lanes(const Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                       uint32_t bytes, const uint64_t* addresses, const LaneTarget& target) {
  const LaunchState& launch = *w.runner->launch;
  if (space == Space::param) return 0;
  // What synchronises is seen everywhere.
  const bool is_strong = kind == AccessKind::atomic ||
                         (i->flags & access_flag::kOrderMask << access_flag::kOrderShift);
  if (!launch.suspects || (is_strong && space != Space::local)) return mask;
  if (space == Space::local) return launch.suspects->undefined() ? mask : 0;
  uint32_t watched = 0;
  for_lanes(mask, [&](unsigned l) {
    const bool wanted = space == Space::global
                            ? launch.suspects->global(*target.allocation[l], addresses[l], bytes)
                            : launch.suspects->shared(w.block->linear, addresses[l], bytes);
    watched |= static_cast<uint32_t>(wanted) << l;
  });
  return watched;
}

}  // namespace

uint64_t local_host_offset(uint64_t offset, unsigned lane) {
  return (offset / 4 * kLanes + lane) * 4 + offset % 4;
}

uint32_t resolve_lanes(Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                       uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                       LaneTarget& target) {
  uint32_t good = 0;
  const LaunchState& launch = *w.runner->launch;
  const Allocation* last = w.runner->last_allocation[memory];
  for_lanes(mask, [&](unsigned l) {
    const uint64_t a = addresses[l];
    if (a & (bytes - 1)) {
      complain(w, i,
               a < kNullPage && space == Space::global ? FindingKind::null_pointer
                                                       : FindingKind::misaligned,
               space, kind, l, a, bytes);
      return;
    }
    if (space == Space::global) {
      const Allocation* found = last;
      if (!last || !last->contains(a, bytes)) {
        found = launch.find(a, bytes);
        if (!found) {
          complain(w, i, a < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds,
                   space, kind, l, a, bytes);
          return;
        }
        if (found->is_heap) {  // not remembered: each access is checked here
          if (std::string wrong = launch.heap->complaint(a, bytes); !wrong.empty()) {
            complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes, std::move(wrong));
            return;
          }
        } else {
          last = found;
        }
      }
      if (kind != AccessKind::load && found->read_only) {
        complain(w, i, FindingKind::read_only_write, space, kind, l, a, bytes);
        return;
      }
      target.allocation[l] = found;
      target.host[l] = found->host + (a - found->begin);
    } else if (space == Space::shared) {
      if (!launch.program->shared.find(a, bytes)) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = w.block->shared.data() + a;
    } else if (space == Space::local) {
      const uint64_t end = uint64_t{w.frame->local_base} + w.frame->function->local_bytes;
      if (a < kLocalStart || a > end || bytes > end - a) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = nullptr;
    } else {
      const uint64_t end = launch.parameters.size();
      if (kind != AccessKind::load || a > end || bytes > end - a) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = const_cast<std::byte*>(launch.parameters.data()) + a;
    }
    good |= 1u << l;
  });
  return good;
}

namespace {

void count_request(Warp& w, Space space, AccessKind kind, uint32_t mask, uint32_t bytes,
                   const uint64_t* addresses, uint32_t memory) {
  auto& count = w.runner->counters.memory[memory];
  if (space == Space::param) {
    count.requests += 1;
    return;
  }
  PatternCache& seen = w.runner->patterns[memory];
  count.requests += 1;
  count.bytes += uint64_t{bytes} * static_cast<uint64_t>(std::popcount(mask));
  const auto first_lane = static_cast<unsigned>(std::countr_zero(mask));
  const uint64_t first = addresses[first_lane];
  const auto phase = static_cast<uint32_t>(first & (space == Space::shared ? 3 : 31));
  // A shift of all addresses by whole sectors (or banks) costs the same.
  uint64_t differs = 0;
  alignas(64) uint32_t delta[kLanes];
  uint64_t far = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    const uint64_t d = mask >> l & 1 ? addresses[l] - first : 0;
    delta[l] = static_cast<uint32_t>(d);
    far |= d + 0x8000'0000u;
    differs |= delta[l] ^ seen.delta[l];
  }
  far >>= 32;
  if (differs == 0 && far == 0 && seen.mask == mask && seen.phase == phase) {
    count.units += seen.units;
    count.ideal += seen.ideal;
    return;
  }
  uint32_t units = 0, ideal = 0;
  if (space == Space::shared) {
    const SharedCost c = kind == AccessKind::atomic  ? atomic_wavefronts(addresses, mask, bytes)
                         : kind == AccessKind::store ? store_wavefronts(addresses, mask, bytes)
                                                     : load_wavefronts(addresses, mask, bytes);
    units = c.wavefronts, ideal = c.ideal;
  } else if (space == Space::local) {
    uint64_t at[kLanes];
    for (unsigned l = 0; l < kLanes; ++l)
      at[l] = addresses[l] / 4 * 4 * kLanes + l * 4 + addresses[l] % 4;
    if (bytes <= 4) {
      units = sectors(at, mask, bytes);
    } else {
      // Wider accesses are `bytes / 4` words, each interleaved on its own.
      for (uint32_t k = 0; k < bytes / 4; ++k) {
        units += sectors(at, mask, 4);
        for (uint64_t& a : at) a += 4 * kLanes;
      }
    }
  } else {
    units = sectors(addresses, mask, bytes);
  }
  count.units += units;
  count.ideal += ideal;
  if (far == 0) {
    seen.mask = mask;
    seen.phase = space == Space::local ? ~0u : phase;
    seen.units = units;
    seen.ideal = ideal;
    std::memcpy(seen.delta, delta, sizeof delta);
  } else {
    seen.phase = ~0u;
  }
}

}  // namespace

void count_access(Warp& w, Space space, AccessKind kind, uint32_t mask, uint32_t good,
                  uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                  const LaneTarget& target) {
  if (mask == 0) return;
  if (space != Space::global) return count_request(w, space, kind, mask, bytes, addresses, memory);
  Runner& r = *w.runner;
  const Allocation* first = good ? target.allocation[std::countr_zero(good)] : nullptr;
  // The heap is no site's last allocation, so that every access to it is checked block by block.
  bool divided = good != mask || first->is_heap;
  for_lanes(good, [&](unsigned l) { divided |= target.allocation[l] != first; });
  if (divided) settle(r, memory);
  else if (first != r.last_allocation[memory]) go_on_with(r, memory, first);
  count_request(w, space, kind, mask, bytes, addresses, memory);
  if (divided) divide(r, memory, good, bytes, addresses, target);
}

void track_lanes(Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                 uint32_t bytes, const uint64_t* addresses, const LaneTarget& target) {
  if (kind != AccessKind::load) w.stored_since_barrier |= mask;
  LaunchState& launch = *w.runner->launch;
  if (Observer* observer = launch.observer) {
    using namespace access_flag;
    const uint32_t watched = watched_lanes(w, i, space, kind, mask, bytes, addresses, target);
    if (watched != 0 || (kind != AccessKind::load && w.followed)) {
      AccessEvent event{w,
                        i,
                        space,
                        kind,
                        mask,
                        watched,
                        addresses,
                        bytes,
                        used_bytes(i),
                        static_cast<AccessOrder>(i->flags >> kOrderShift & kOrderMask),
                        static_cast<AccessScope>(i->flags >> kScopeShift & kScopeMask)};
      observer->access(event);
    }
  }
  if (launch.provenance && space == Space::global && kind != AccessKind::load) {
    for_lanes(mask, [&](unsigned l) {
      record_writer(w, *target.allocation[l], addresses[l], bytes, w.first_thread + l);
    });
  }
  if (!launch.tracking) return;
  Suspects* const marks = launch.marks;
  bool fine = true;
  if (space == Space::global) {
    // Atomic only within a block: the cheap check does not tell blocks apart.
    if (kind == AccessKind::atomic && launch.launch->grid.volume() > 1)
      fine = static_cast<AccessScope>(i->flags >> access_flag::kScopeShift &
                                      access_flag::kScopeMask) != AccessScope::block;
    const bool is_device_wide = fine;
    for_lanes(mask, [&](unsigned l) {
      const Allocation& a = *target.allocation[l];
      const bool alone = track_global(w, kind, a, addresses[l], bytes, used_bytes(i),
                                      w.first_thread + l, i->flags & access_flag::kReadOnlyPath);
      fine &= alone;
      if (marks && !(alone && is_device_wide)) mark_global(w, a, addresses[l], bytes);
    });
  } else if (space == Space::shared) {
    for_lanes(mask, [&](unsigned l) {
      const bool alone =
          track_shared(w, kind, addresses[l], bytes, used_bytes(i), w.first_thread + l);
      fine &= alone;
      if (marks && !alone) mark_shared(w, addresses[l], bytes);
    });
  } else if (space == Space::local) {
    for_lanes(mask, [&](unsigned l) {
      for (uint64_t b = addresses[l] & ~3ull; b < addresses[l] + bytes; b += 4) {
        uint32_t& written = w.local_written[b / 4];
        if (kind == AccessKind::load)
          fine &= (written >> l & 1) || !uses_unit(used_bytes(i), addresses[l], b, b + 4);
        else written |= 1u << l;
      }
    });
  }
  if (fine) return;
  if (!marks) suspect(w);
  else if (space == Space::local) marks->mark_undefined();
}

void load_lanes(Warp& w, const Inst* i, Space space, uint32_t mask, uint32_t memory) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  if (i->flags & access_flag::kGeneric && space != Space::global)
    for (uint64_t& a : addresses)
      a -= space == Space::shared  ? kSharedWindow
           : space == Space::local ? kLocalWindow
                                   : kParamWindow;
  const uint32_t bytes = access_bytes(i), element = element_bytes(i), width = vector_width(i);
  LaneTarget target;
  const uint32_t good =
      resolve_lanes(w, i, space, AccessKind::load, mask, bytes, addresses, memory, target);
  count_access(w, space, AccessKind::load, mask, good, bytes, addresses, memory, target);
  track_lanes(w, i, space, AccessKind::load, good, bytes, addresses, target);
  const bool is_signed = i->flags & access_flag::kSigned;
  [[maybe_unused]] const RacingMemory racing;
  for (uint32_t k = 0; k < width; ++k) {
    const Place place = data_place(w, i, k);
    for_lanes(mask, [&](unsigned l) {
      uint64_t value = 0;
      if (good >> l & 1) {
        if (space == Space::local) {
          std::byte part[8];
          for (uint32_t b = 0; b < element; ++b)
            part[b] = w.local[local_host_offset(addresses[l] + k * element + b, l)];
          value = read_value(part, element, is_signed);
        } else {
          value = read_value(target.host[l] + k * element, element, is_signed);
        }
      }
      set_lane(w, i, place, l, value);
    });
  }
}

void store_lanes(Warp& w, const Inst* i, Space space, uint32_t mask, uint32_t memory) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  if (i->flags & access_flag::kGeneric && space != Space::global)
    for (uint64_t& a : addresses)
      a -= space == Space::shared  ? kSharedWindow
           : space == Space::local ? kLocalWindow
                                   : kParamWindow;
  const uint32_t bytes = access_bytes(i), element = element_bytes(i), width = vector_width(i);
  LaneTarget target;
  const uint32_t good =
      resolve_lanes(w, i, space, AccessKind::store, mask, bytes, addresses, memory, target);
  count_access(w, space, AccessKind::store, mask, good, bytes, addresses, memory, target);
  track_lanes(w, i, space, AccessKind::store, good, bytes, addresses, target);
  [[maybe_unused]] const RacingMemory racing;
  for (uint32_t k = 0; k < width; ++k) {
    const Place place = data_place(w, i, k);
    each_lane_in_turn(*w.runner->launch, good, [&](unsigned l) {
      const uint64_t value = get_lane(w, i, place, l);
      if (space == Space::local) {
        std::byte part[8];
        std::memcpy(part, &value, 8);
        for (uint32_t b = 0; b < element; ++b)
          w.local[local_host_offset(addresses[l] + k * element + b, l)] = part[b];
      } else {
        std::memcpy(target.host[l] + k * element, &value, element);
      }
    });
  }
}

const Inst* load_generic(Warp& w, const Inst* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const uint32_t mask = w.mask;
  if (const uint32_t m = split_by_space(addresses, mask, Space::global))
    load_lanes(w, i, Space::global, m, i->memory);
  if (const uint32_t m = split_by_space(addresses, mask, Space::shared))
    load_lanes(w, i, Space::shared, m, i->memory + 1);
  if (const uint32_t m = split_by_space(addresses, mask, Space::local))
    load_lanes(w, i, Space::local, m, i->memory + 2);
  if (const uint32_t m = split_by_space(addresses, mask, Space::param))
    load_lanes(w, i, Space::param, m, i->memory + 3);
  return i + 1;
}

const Inst* store_generic(Warp& w, const Inst* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const uint32_t mask = w.mask;
  if (const uint32_t m = split_by_space(addresses, mask, Space::global))
    store_lanes(w, i, Space::global, m, i->memory);
  if (const uint32_t m = split_by_space(addresses, mask, Space::shared))
    store_lanes(w, i, Space::shared, m, i->memory + 1);
  if (const uint32_t m = split_by_space(addresses, mask, Space::local))
    store_lanes(w, i, Space::local, m, i->memory + 2);
  if (const uint32_t m = split_by_space(addresses, mask, Space::param))
    store_lanes(w, i, Space::param, m, i->memory + 3);
  return i + 1;
}

const Inst* load_kernel_parameter(Warp& w, const Inst* i) {
  const auto& parameters = w.runner->launch->parameters;
  const uint32_t element = element_bytes(i);
  w.runner->counters.memory[i->memory].requests += 1;
  const auto holds = [&](uint64_t at, uint32_t bytes) {
    return at <= parameters.size() && bytes <= parameters.size() - at;
  };
  if (i->c == kNowhere && w.mask == ~0u && holds(i->imm, access_bytes(i))) [[likely]] {
    for (uint32_t k = 0; k < vector_width(i); ++k) {
      const uint64_t value = read_value(parameters.data() + i->imm + k * element, element,
                                        i->flags & access_flag::kSigned);
      const Place place = data_place(w, i, k);
      if (i->flags & access_flag::kWideRegister) std::fill_n(w.at<uint64_t>(place), kLanes, value);
      else std::fill_n(w.at<uint32_t>(place), kLanes, static_cast<uint32_t>(value));
    }
    return i + 1;
  }
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    for_lanes(w.mask, [&](unsigned l) {
      uint64_t at = i->imm + k * element;
      if (i->c != kNowhere) at += w.at<uint64_t>(i->c)[l];
      uint64_t value = 0;
      if (holds(at, element))
        value = read_value(parameters.data() + at, element, i->flags & access_flag::kSigned);
      else
        complain(w, i, FindingKind::out_of_bounds, Space::param, AccessKind::load, l, at, element);
      set_lane(w, i, place, l, value);
    });
  }
  return i + 1;
}

const Inst* load_area(Warp& w, const Inst* i) {
  const uint32_t element = element_bytes(i);
  const std::byte* area = w.frame->registers + (i->imm >> 32);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    const uint64_t at = (i->imm & 0xffff'ffffu) + k * element;
    for_lanes(w.mask, [&](unsigned l) {
      std::byte part[8];
      for (uint32_t b = 0; b < element; ++b) part[b] = area[local_host_offset(at + b, l)];
      set_lane(w, i, place, l, read_value(part, element, i->flags & access_flag::kSigned));
    });
  }
  return i + 1;
}

const Inst* store_area(Warp& w, const Inst* i) {
  const uint32_t element = element_bytes(i);
  std::byte* area = w.frame->registers + (i->imm >> 32);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    const uint64_t at = (i->imm & 0xffff'ffffu) + k * element;
    for_lanes(w.mask, [&](unsigned l) {
      const uint64_t value = get_lane(w, i, place, l);
      std::byte part[8];
      std::memcpy(part, &value, 8);
      for (uint32_t b = 0; b < element; ++b) area[local_host_offset(at + b, l)] = part[b];
    });
  }
  return i + 1;
}

}  // namespace warplab::sim
