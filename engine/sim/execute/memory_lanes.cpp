// Loads and stores lane by lane.
#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/execute/late_writes.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/state/lanes.hpp"
#include "sim/work.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

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

void set_lane(Warp& w, const MicroOp* i, Place place, unsigned lane, uint64_t value) {
  if (place == kNowhere) return;
  if (i->flags & access_flag::kWideRegister) w.at<uint64_t>(place)[lane] = value;
  else w.at<uint32_t>(place)[lane] = static_cast<uint32_t>(value);
}

uint64_t get_lane(Warp& w, const MicroOp* i, Place place, unsigned lane) {
  if (i->flags & access_flag::kWideRegister) return w.at<uint64_t>(place)[lane];
  return w.at<uint32_t>(place)[lane];
}

// Place of element k of the data operand.
Place data_place(Warp& w, const MicroOp* i, uint32_t k) {
  if (vector_width(i) == 1) return i->d;
  return w.runner->launch->program->vectors[i->vector].places[k];
}

// Local memory and parameter areas are interleaved by words. f(host offset, byte of the element,
// bytes) for each piece of an aligned element of `bytes` bytes; what is wider than a word is two.
template <class F>
void for_words(uint64_t offset, uint32_t bytes, unsigned lane, F f) {
  const uint64_t at = local_host_offset(offset, lane);
  if (bytes == 4) return f(at, 0, 4);
  if (bytes < 4) return f(at, 0, bytes);
  f(at, 0, 4);
  f(at + 4 * kLanes, 4, 4);
}

// An aligned element of local memory, as it lies there.
template <class E>
E read_local(const Warp& w, uint64_t offset, unsigned lane) {
  constexpr size_t kPart = std::min(sizeof(E), size_t{4});
  E value;
  for (size_t b = 0; b < sizeof value; b += 4)
    std::memcpy(reinterpret_cast<std::byte*>(&value) + b,
                w.local.data() + local_host_offset(offset + b, lane), kPart);
  return value;
}
template <class E>
void write_local(Warp& w, uint64_t offset, unsigned lane, E value) {
  constexpr size_t kPart = std::min(sizeof(E), size_t{4});
  for (size_t b = 0; b < sizeof value; b += 4)
    std::memcpy(w.local.data() + local_host_offset(offset + b, lane),
                reinterpret_cast<const std::byte*>(&value) + b, kPart);
}

// Calls f with an integer as wide as an element, whose sign says how it is extended.
template <class F>
void with_element(uint32_t bytes, bool is_signed, F f) {
  if (bytes == 1) return is_signed ? f(int8_t{}) : f(uint8_t{});
  if (bytes == 2) return is_signed ? f(int16_t{}) : f(uint16_t{});
  if (bytes == 4) return is_signed ? f(int32_t{}) : f(uint32_t{});
  f(uint64_t{});
}
// And one as wide as its register.
template <class F>
void with_register(const MicroOp* i, F f) {
  if (i->flags & access_flag::kWideRegister) f(uint64_t{});
  else f(uint32_t{});
}

// The same of an element that need not be aligned: byte by byte, where it is not.
template <class F>
void for_pieces(uint64_t offset, uint32_t bytes, unsigned lane, F f) {
  if (offset % std::min(bytes, 4u) == 0) return for_words(offset, bytes, lane, f);
  for (uint32_t b = 0; b < bytes; ++b) f(local_host_offset(offset + b, lane), b, 1);
}

// sim/work.hpp
void add_work(Warp& w, const MicroOp* i, Space space, uint32_t mask, const uint64_t* addresses) {
  if ((i->flags & access_flag::kGeneric) || space == Space::param) return;
  bool in_a_row = mask == ~0u && space != Space::local;
  const uint64_t stride = addresses[1] - addresses[0];
  for (unsigned l = 2; l < kLanes && in_a_row; ++l)
    in_a_row = addresses[l] - addresses[l - 1] == stride;
  if (space == Space::global && is_far_apart(static_cast<int64_t>(stride))) in_a_row = false;
  if (!in_a_row) w.work += work_of_scattered(static_cast<uint32_t>(std::popcount(mask)));
}

// Which bytes of `space` the lanes access, whether they name them by its own addresses or by
// generic ones.
void addresses_in(Space space, Warp& w, const MicroOp* i, uint64_t* addresses) {
  lane_addresses(w, i, addresses);
  if (space == Space::global || !(i->flags & access_flag::kGeneric)) return;
  for (unsigned l = 0; l < kLanes; ++l) addresses[l] -= windows::start_of(space);
}

void store_late(const LaneAccess& a, uint32_t lanes, const LaneTarget& target) {
  const uint32_t element = element_bytes(a.op), width = vector_width(a.op);
  each_lane_in_turn(*a.warp.runner->launch, lanes, [&](unsigned l) {
    std::byte data[16];
    for (uint32_t k = 0; k < width; ++k) {
      const uint64_t value = get_lane(a.warp, a.op, data_place(a.warp, a.op, k), l);
      std::memcpy(data + k * element, &value, element);
    }
    a.warp.runner->launch->order.late->store(a, l, target.host[l], data);
  });
}

// A generic access is one in each space that its lanes turn out to name; their memory sites stand
// in this order.
constexpr Space kGenericSpaces[] = {Space::global, Space::shared, Space::local, Space::param};
const MicroOp* in_each_space(Warp& w, const MicroOp* i,
                             void (*access)(Warp&, const MicroOp*, Space, uint32_t, uint32_t)) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  uint32_t left = w.mask, memory = i->memory;
  for (const Space space : kGenericSpaces) {
    if (left == 0) break;
    const uint32_t lanes = split_by_space(addresses, left, space);
    if (lanes) access(w, i, space, lanes, memory);
    left &= ~lanes;
    ++memory;
  }
  return i + 1;
}

// One element for each lane, as wide as its register; lanes that are not `good` get 0.
template <class T>
void load_whole(T* to, std::byte* const* host, uint32_t mask, uint32_t good) {
  for_lanes(mask, [&](unsigned l) {
    T value = 0;
    if (good >> l & 1) std::memcpy(&value, host[l], sizeof value);
    to[l] = value;
  });
}

// Lanes that are not `good` get 0.
void load_local(Warp& w, const MicroOp* i, const uint64_t* addresses, uint32_t mask,
                uint32_t good) {
  const uint32_t bytes = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    if (place == kNowhere) continue;
    with_element(bytes, i->flags & access_flag::kSigned, [&](auto element) {
      using E = decltype(element);
      with_register(i, [&](auto whole) {
        using R = decltype(whole);
        R* const to = w.at<R>(place);
        for_lanes(mask, [&](unsigned l) {
          const bool is_good = good >> l & 1;
          to[l] = is_good ? static_cast<R>(read_local<E>(w, addresses[l] + k * bytes, l)) : R{0};
        });
      });
    });
  }
}

// Each lane has local memory of its own, so no order of lanes can be told from another.
void store_local(Warp& w, const MicroOp* i, const uint64_t* addresses, uint32_t lanes) {
  const uint32_t bytes = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    with_element(bytes, false, [&](auto element) {
      using E = decltype(element);
      with_register(i, [&](auto whole) {
        const auto* const from = w.at<decltype(whole)>(place);
        for_lanes(lanes, [&](unsigned l) {
          write_local(w, addresses[l] + k * bytes, l, static_cast<E>(from[l]));
        });
      });
    });
  }
}

}  // namespace

void load_lanes(Warp& w, const MicroOp* i, Space space, uint32_t mask, uint32_t memory) {
  uint64_t addresses[kLanes];
  addresses_in(space, w, i, addresses);
  add_work(w, i, space, mask, addresses);
  const uint32_t bytes = access_bytes(i), element = element_bytes(i), width = vector_width(i);
  LaneTarget target;
  const uint32_t good =
      begin_access({w, i, space, AccessKind::load, mask, bytes, addresses, memory}, target);
  const bool is_signed = i->flags & access_flag::kSigned;
  const bool is_wide = i->flags & access_flag::kWideRegister;
  [[maybe_unused]] const RacingMemory racing;
  if (width == 1 && space != Space::local && i->d != kNowhere && element == (is_wide ? 8 : 4))
    return is_wide ? load_whole(w.at<uint64_t>(i->d), target.host, mask, good)
                   : load_whole(w.at<uint32_t>(i->d), target.host, mask, good);
  if (space == Space::local) return load_local(w, i, addresses, mask, good);
  for (uint32_t k = 0; k < width; ++k) {
    const Place place = data_place(w, i, k);
    for_lanes(mask, [&](unsigned l) {
      const bool is_good = good >> l & 1;
      set_lane(w, i, place, l,
               is_good ? read_value(target.host[l] + k * element, element, is_signed) : 0);
    });
  }
}

void store_lanes(Warp& w, const MicroOp* i, Space space, uint32_t mask, uint32_t memory) {
  uint64_t addresses[kLanes];
  addresses_in(space, w, i, addresses);
  add_work(w, i, space, mask, addresses);
  const uint32_t bytes = access_bytes(i), element = element_bytes(i), width = vector_width(i);
  LaneTarget target;
  const LaneAccess access{w, i, space, AccessKind::store, mask, bytes, addresses, memory};
  const uint32_t good = begin_access(access, target);
  if (w.runner->launch->order.late && i->flags & access_flag::kMayComeLate && space != Space::local)
      [[unlikely]]
    return store_late(access, good, target);
  if (space == Space::local) return store_local(w, i, addresses, good);
  [[maybe_unused]] const RacingMemory racing;
  for (uint32_t k = 0; k < width; ++k) {
    const Place place = data_place(w, i, k);
    each_lane_in_turn(*w.runner->launch, good, [&](unsigned l) {
      const uint64_t value = get_lane(w, i, place, l);
      std::memcpy(target.host[l] + k * element, &value, element);
    });
  }
}

const MicroOp* spoil_unused_bytes(Warp& w, const MicroOp* i) {
  const uint32_t element = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const uint64_t spoiled = i->imm >> k * element & ((uint64_t{1} << element) - 1);
    if (spoiled == 0) continue;
    std::byte ones[8] = {};
    for (uint32_t b = 0; b < element; ++b)
      if (spoiled >> b & 1) ones[b] = std::byte{0xff};
    const Place place = data_place(w, i, k);
    for_lanes(w.mask, [&](unsigned l) {
      const uint64_t value = get_lane(w, i, place, l) | read_value(ones, element, false);
      set_lane(w, i, place, l,
               read_value(reinterpret_cast<const std::byte*>(&value), element,
                          (i->flags & access_flag::kSigned) != 0));
    });
  }
  return i + 1;
}

const MicroOp* load_generic(Warp& w, const MicroOp* i) { return in_each_space(w, i, load_lanes); }
const MicroOp* store_generic(Warp& w, const MicroOp* i) { return in_each_space(w, i, store_lanes); }

// One value for all 32 lanes of a register of its own width.
template <class T>
inline const MicroOp* load_same(Warp& w, const MicroOp* i, const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  std::fill_n(w.at<T>(i->d), kLanes, value);
  return i + 1;
}

const MicroOp* load_kernel_parameter(Warp& w, const MicroOp* i) {
  const auto& parameters = w.runner->launch->parameters;
  const uint32_t element = element_bytes(i);
  w.runner->counters.memory[i->memory].requests += 1;
  const auto holds = [&](uint64_t at, uint32_t bytes) {
    return at <= parameters.size() && bytes <= parameters.size() - at;
  };
  if (i->c == kNowhere && w.mask == ~0u && holds(i->imm, access_bytes(i))) [[likely]] {
    const bool is_wide = i->flags & access_flag::kWideRegister;
    if (element == access_bytes(i)) {
      if (element == 4 && !is_wide) return load_same<uint32_t>(w, i, parameters.data() + i->imm);
      if (element == 8 && is_wide) return load_same<uint64_t>(w, i, parameters.data() + i->imm);
    }
    for (uint32_t k = 0; k < vector_width(i); ++k) {
      const uint64_t value = read_value(parameters.data() + i->imm + k * element, element,
                                        i->flags & access_flag::kSigned);
      const Place place = data_place(w, i, k);
      if (is_wide) std::fill_n(w.at<uint64_t>(place), kLanes, value);
      else std::fill_n(w.at<uint32_t>(place), kLanes, static_cast<uint32_t>(value));
    }
    return i + 1;
  }
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    uint64_t at[kLanes];
    const LaneAccess access{w, i, Space::param, AccessKind::load, w.mask, element, at, i->memory};
    for_lanes(w.mask, [&](unsigned l) {
      at[l] = i->imm + k * element;
      if (i->c != kNowhere) at[l] += w.at<uint64_t>(i->c)[l];
      uint64_t value = 0;
      if (holds(at[l], element))
        value = read_value(parameters.data() + at[l], element, i->flags & access_flag::kSigned);
      else complain(access, FindingKind::out_of_bounds, l);
      set_lane(w, i, place, l, value);
    });
  }
  return i + 1;
}

// Byte `at` of lane 0 in an area; null: it is in the middle of a word.
template <class Word, class Byte>
Word* words_at(Byte* area, uint64_t at) {
  return at % 4 == 0 ? reinterpret_cast<Word*>(area) + at / 4 * kLanes : nullptr;
}

// Whole words of an area, which lie side by side for all lanes from `words` on, and the register
// that has just as many bytes: nearly all that functions are given. False: it is something else.
template <class Words, class Word, class Wide>
bool copy_words(Warp& w, const MicroOp* i, Words* words, Place place, const Word& word,
                const Wide& wide) {
  const uint32_t element = element_bytes(i);
  const bool is_wide = i->flags & access_flag::kWideRegister;
  if (words == nullptr || element != (is_wide ? 8 : 4) || place == kNowhere) return false;
  if (is_wide) {
    auto* const d = w.at<uint64_t>(place);
    for_lanes(w.mask, [&](unsigned l) { wide(d[l], words[l], words[l + kLanes]); });
  } else {
    auto* const d = w.at<uint32_t>(place);
    for_lanes(w.mask, [&](unsigned l) { word(d[l], words[l]); });
  }
  return true;
}

const MicroOp* load_area(Warp& w, const MicroOp* i) {
  const uint32_t element = element_bytes(i);
  const std::byte* area = w.frame->registers + (i->imm >> 32);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    const uint64_t at = (i->imm & 0xffff'ffffu) + k * element;
    if (copy_words(
            w, i, words_at<const uint32_t>(area, at), place,
            [](uint32_t& d, uint32_t from) { d = from; },
            [](uint64_t& d, uint32_t low, uint32_t high) { d = low | uint64_t{high} << 32; }))
      continue;
    for_lanes(w.mask, [&](unsigned l) {
      std::byte part[8];
      for_pieces(at, element, l, [&](uint64_t from, uint32_t byte, uint32_t bytes) {
        std::memcpy(part + byte, area + from, bytes);
      });
      set_lane(w, i, place, l, read_value(part, element, i->flags & access_flag::kSigned));
    });
  }
  return i + 1;
}

const MicroOp* store_area(Warp& w, const MicroOp* i) {
  const uint32_t element = element_bytes(i);
  std::byte* area = w.frame->registers + (i->imm >> 32);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = data_place(w, i, k);
    const uint64_t at = (i->imm & 0xffff'ffffu) + k * element;
    if (copy_words(
            w, i, words_at<uint32_t>(area, at), place, [](uint32_t d, uint32_t& to) { to = d; },
            [](uint64_t d, uint32_t& low, uint32_t& high) {
              low = static_cast<uint32_t>(d);
              high = static_cast<uint32_t>(d >> 32);
            }))
      continue;
    for_lanes(w.mask, [&](unsigned l) {
      const uint64_t value = get_lane(w, i, place, l);
      std::byte part[8];
      std::memcpy(part, &value, 8);
      for_pieces(at, element, l, [&](uint64_t to, uint32_t byte, uint32_t bytes) {
        std::memcpy(area + to, part + byte, bytes);
      });
    });
  }
  return i + 1;
}

}  // namespace warplab::sim
