#include "sim/execute/special.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/device/printf.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"

namespace warplab::sim {
namespace {

template <class T, class F>
const Record* fill(Warp& w, const Record* i, F f) {
  T* d = w.at<T>(i->d);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) d[l] = static_cast<T>(f(l));
  return i + 1;
}

// The same value in every lane.
template <class T>
const Record* fill_with(Warp& w, const Record* i, T value) {
  if (w.mask != ~0u) return fill<T>(w, i, [&](unsigned) { return value; });
  std::fill_n(w.at<T>(i->d), kLanes, value);
  return i + 1;
}

template <unsigned kAxis>
uint32_t axis(const Dim3& d) {
  return kAxis == 0 ? d.x : kAxis == 1 ? d.y : d.z;
}

template <unsigned kAxis>
const Record* tid(Warp& w, const Record* i) {
  const Dim3& block = w.runner->launch->launch->block;
  if (kAxis == 0 && block.y == 1 && block.z == 1)
    return fill<uint32_t>(w, i, [&](unsigned l) { return w.first_thread + l; });
  Dim3 at = position_of(w.first_thread, block);
  uint32_t* d = w.at<uint32_t>(i->d);
  if (w.mask == ~0u && block.x % kLanes == 0) {  // the warp lies in one row of the block
    for (unsigned l = 0; l < kLanes; ++l) d[l] = axis<kAxis>(at) + (kAxis == 0 ? l : 0);
    return i + 1;
  }
  // Coordinates by counting up from lane 0: three divisions for 32 lanes.
  for (unsigned l = 0; l < kLanes; ++l) {
    if (w.mask >> l & 1) d[l] = axis<kAxis>(at);
    if (++at.x == block.x) {
      at.x = 0;
      if (++at.y == block.y) at.y = 0, ++at.z;
    }
  }
  return i + 1;
}
template <unsigned kAxis>
const Record* ntid(Warp& w, const Record* i) {
  return fill_with(w, i, axis<kAxis>(w.runner->launch->launch->block));
}
template <unsigned kAxis>
const Record* ctaid(Warp& w, const Record* i) {
  return fill_with(w, i, axis<kAxis>(w.block->position));
}
template <unsigned kAxis>
const Record* nctaid(Warp& w, const Record* i) {
  return fill_with(w, i, axis<kAxis>(w.runner->launch->launch->grid));
}
template <uint32_t (*F)(const Warp&, unsigned)>
const Record* by_lane(Warp& w, const Record* i) {
  return fill<uint32_t>(w, i, [&](unsigned l) { return F(w, l); });
}
template <uint64_t (*F)(const Warp&)>
const Record* wide_value(Warp& w, const Record* i) {
  return fill_with(w, i, F(w));
}

uint32_t lane_id(const Warp&, unsigned l) { return l; }
// Where the hardware puts a warp is nothing that a kernel may build on. In order, every block has
// the only multiprocessor for itself; in other orders the machine is another one.
uint64_t machine(const Warp& w) { return w.runner->launch->order.machine; }
// Of a multiprocessor; 64 on large GPUs, 32 on small ones, and a block has at most 32.
uint32_t warp_slots(const Warp& w) { return machine(w) % 2 == 0 ? 64 : 32; }
uint32_t warp_id(const Warp& w, unsigned) {
  if (machine(w) == 0) return w.index;
  return static_cast<uint32_t>(
      (w.block->linear * w.runner->launch->warps_per_block + w.index + machine(w)) % warp_slots(w));
}
uint32_t warp_count(const Warp& w, unsigned) {
  return machine(w) == 0 ? w.runner->launch->warps_per_block : warp_slots(w);
}
uint32_t processor_count(const Warp& w, unsigned) {
  return machine(w) == 0 ? 1 : static_cast<uint32_t>(40 + 4 * (machine(w) % 24));  // T4 to H100
}
uint32_t processor(const Warp& w, unsigned lane) {
  return static_cast<uint32_t>((w.block->linear + machine(w)) % processor_count(w, lane));
}
uint32_t warp_size(const Warp&, unsigned) { return kLanes; }
uint32_t zero(const Warp&, unsigned) { return 0; }
uint32_t one(const Warp&, unsigned) { return 1; }
uint32_t mask_eq(const Warp&, unsigned l) { return 1u << l; }
uint32_t mask_lt(const Warp&, unsigned l) { return (1u << l) - 1; }
uint32_t mask_le(const Warp&, unsigned l) { return (2u << l) - 1; }
uint32_t mask_gt(const Warp&, unsigned l) { return ~((2u << l) - 1); }
uint32_t mask_ge(const Warp&, unsigned l) { return ~((1u << l) - 1); }
uint64_t clock_wide(const Warp& w) {
  const LaunchState& launch = *w.runner->launch;
  return launch.order.clock_start + w.steps * launch.order.clock_step;
}
uint32_t clock_low(const Warp& w, unsigned) { return static_cast<uint32_t>(clock_wide(w)); }
uint32_t clock_high(const Warp& w, unsigned) { return static_cast<uint32_t>(clock_wide(w) >> 32); }
uint32_t dynamic_shared(const Warp& w, unsigned) {
  return w.runner->launch->launch->dynamic_shared_bytes;
}
uint32_t total_shared(const Warp& w, unsigned) {
  return static_cast<uint32_t>(w.runner->launch->program->shared.allotted_bytes);
}
// Nanoseconds at the modelled clock.
uint64_t global_timer(const Warp& w) {
  return clock_wide(w) * 1'000'000 / w.runner->launch->options->clock_khz;
}
uint64_t grid_id(const Warp& w) { return 1 + machine(w); }

struct SpecialRow {
  std::string_view name;
  SpecialRegister reg;
};
// PTX ISA, "Special Registers".
constexpr SpecialRow kSpecials[] = {
    {"%tid.x", {tid<0>}},
    {"%tid.y", {tid<1>}},
    {"%tid.z", {tid<2>}},
    {"%ntid.x", {ntid<0>}},
    {"%ntid.y", {ntid<1>}},
    {"%ntid.z", {ntid<2>}},
    {"%ctaid.x", {ctaid<0>}},
    {"%ctaid.y", {ctaid<1>}},
    {"%ctaid.z", {ctaid<2>}},
    {"%nctaid.x", {nctaid<0>}},
    {"%nctaid.y", {nctaid<1>}},
    {"%nctaid.z", {nctaid<2>}},
    {"%laneid", {by_lane<lane_id>}},
    {"%warpid", {by_lane<warp_id>, false, true}},
    {"%nwarpid", {by_lane<warp_count>, false, true}},
    {"WARP_SZ", {by_lane<warp_size>}},
    {"%smid", {by_lane<processor>, false, true}},
    {"%nsmid", {by_lane<processor_count>, false, true}},
    {"%lanemask_eq", {by_lane<mask_eq>}},
    {"%lanemask_lt", {by_lane<mask_lt>}},
    {"%lanemask_le", {by_lane<mask_le>}},
    {"%lanemask_gt", {by_lane<mask_gt>}},
    {"%lanemask_ge", {by_lane<mask_ge>}},
    {"%clock", {by_lane<clock_low>, false, true}},
    {"%clock_hi", {by_lane<clock_high>, false, true}},
    {"%clock64", {wide_value<clock_wide>, true, true}},
    {"%globaltimer", {wide_value<global_timer>, true, true}},
    {"%globaltimer_lo", {by_lane<clock_low>, false, true}},
    {"%globaltimer_hi", {by_lane<clock_high>, false, true}},
    {"%gridid", {wide_value<grid_id>, true, true}},
    {"%dynamic_smem_size", {by_lane<dynamic_shared>}},
    {"%total_smem_size", {by_lane<total_shared>}},
    {"%is_explicit_cluster", {by_lane<zero>}},
    // Cooperative groups look at it where nothing is optimised away. There is no such memory here.
    {"%reserved_smem_offset_0", {by_lane<zero>}},
    {"%reserved_smem_offset_1", {by_lane<zero>}},
    {"%clusterid.x", {ctaid<0>}},
    {"%clusterid.y", {ctaid<1>}},
    {"%clusterid.z", {ctaid<2>}},
    {"%nclusterid.x", {nctaid<0>}},
    {"%nclusterid.y", {nctaid<1>}},
    {"%nclusterid.z", {nctaid<2>}},
    {"%cluster_ctaid.x", {by_lane<zero>}},
    {"%cluster_ctaid.y", {by_lane<zero>}},
    {"%cluster_ctaid.z", {by_lane<zero>}},
    {"%cluster_ctarank", {by_lane<zero>}},
    {"%cluster_nctaid.x", {by_lane<one>}},
    {"%cluster_nctaid.y", {by_lane<one>}},
    {"%cluster_nctaid.z", {by_lane<one>}},
    {"%cluster_nctarank", {by_lane<one>}},
};

// A parameter area's value: word by word, interleaved.
uint64_t area_value(const Warp& w, const ParameterArea& area, unsigned lane) {
  uint64_t value = 0;
  std::byte part[8] = {};
  for (uint32_t b = 0; b < std::min(area.bytes, 8u); ++b)
    part[b] = w.frame->registers[area.offset + local_host_offset(b, lane)];
  std::memcpy(&value, part, 8);
  return value;
}

// The byte at a generic address as the kernel would read it; null where there is none.
const std::byte* byte_at(Warp& w, unsigned lane, uint64_t a) {
  if (a >= kLocalWindow && a - kLocalWindow < kWindowBytes) {
    const uint64_t offset = a - kLocalWindow;
    if (offset < kLocalStart ||
        offset >= uint64_t{w.frame->local_base} + w.frame->function->local_bytes)
      return nullptr;
    return &w.local[local_host_offset(offset, lane)];
  }
  if (a >= kSharedWindow && a - kSharedWindow < kWindowBytes) {
    if (!w.runner->launch->program->shared.find(a - kSharedWindow, 1)) return nullptr;
    return &w.block->shared[a - kSharedWindow];
  }
  const Allocation* found = w.runner->launch->memory.find(a, 1);
  return found ? found->host + (a - found->begin) : nullptr;
}

// `count` bytes from any address; fewer where memory ends.
std::string read_bytes(Warp& w, unsigned lane, uint64_t address, size_t count) {
  std::string out;
  while (out.size() < count) {
    const std::byte* c = byte_at(w, lane, address + out.size());
    if (!c) break;
    out += static_cast<char>(*c);
  }
  return out;
}

constexpr size_t kLongestString = 4096;

// Memory ends at `address`, where printf has not come to the end of a text that begins at `begin`.
void complain_of_text(Warp& w, const Record* i, unsigned lane, uint64_t begin, uint64_t address) {
  w.work += 1;  // sim/work.hpp
  RawFinding f;
  f.kind = address < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds;
  if (w.runner->is_known(f.kind, i->site, 0, w.block->linear, w.first_thread + lane)) return;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + lane;
  f.address = address;
  f.bytes = 1;
  f.space = ptx::Space::global;
  for (const auto& [window, space] :
       {std::pair(kSharedWindow, ptx::Space::shared), std::pair(kLocalWindow, ptx::Space::local)})
    if (address - window < kWindowBytes) f.address = address - window, f.space = space;
  f.count = 1;
  f.text = address == begin ? fmt::format(
                                  "where printf looks for a text, at address {:#x}: nothing of the "
                                  "kernel's is there",
                                  address)
                            : "where printf goes on reading a text: it has no '\\0' at its end";
  w.runner->report(std::move(f));
}

// The string at an address, cut after kLongestString or `most` characters; nothing, and a finding,
// where memory ends before it does.
std::optional<std::string> read_string(Warp& w, const Record* i, unsigned lane, uint64_t address,
                                       size_t most = kLongestString) {
  std::string out;
  while (out.size() < std::min(most, kLongestString)) {
    const std::byte* c = byte_at(w, lane, address + out.size());
    if (!c) {
      complain_of_text(w, i, lane, address, address + out.size());
      return std::nullopt;
    }
    if (*c == std::byte{0}) break;
    out += static_cast<char>(*c);
  }
  return out;
}

constexpr size_t kMostArgumentBytes = 32 * 8;  // printf takes 32 arguments
// A call that prints little or nothing costs time, too. Formats and strings that printf may read,
// and a call for as many bytes as its arguments often have, are so many times the text that is
// kept; single digits and line ends need 12 to 36 times as much.
constexpr uint64_t kMostReadForAByte = 64;
constexpr uint64_t kCallCost = 32;

}  // namespace

SpecialRegister special_register(std::string_view name) {
  for (const SpecialRow& row : kSpecials)
    if (row.name == name) return row.reg;
  return {};
}

const Record* guarded(Warp& w, const Record* i) {
  const uint32_t p = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t all = w.mask, active = all & p;
  if (active == 0) return i + 1;
  w.mask = active;
  const Record* next = i->inner(w, i);
  w.mask = all;
  return next;
}

const Record* local_address(Warp& w, const Record* i) {
  return fill<uint64_t>(w, i, [&](unsigned) { return w.frame->local_base + i->imm; });
}
const Record* local_address_narrow(Warp& w, const Record* i) {
  return fill<uint32_t>(w, i, [&](unsigned) { return w.frame->local_base + i->imm; });
}

const Record* is_in_space(Warp& w, const Record* i) {
  const auto* a = w.at<uint64_t>(i->a);
  uint32_t in = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    bool here = a[l] >= i->imm && a[l] - i->imm < kWindowBytes;
    if (i->imm == 0) {  // global or constant: which of the two, the allocation says
      const Allocation* found = w.runner->launch->memory.addresses->find(a[l], 1);
      const bool is_constant = found && found->read_only;
      here = i->flags & kIsConstant ? is_constant : a[l] < kSharedWindow && !is_constant;
    }
    in |= static_cast<uint32_t>(here) << l;
  }
  if (i->d == kNowhere) return i + 1;
  uint32_t& d = w.predicate(i->d);
  d = (d & ~w.mask) | (in & w.mask);
  return i + 1;
}

const Record* do_nothing(Warp&, const Record* i) { return i + 1; }

const Record* undefined_carry(Warp& w, const Record* i) {
  const uint32_t thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(w.mask));
  const auto count = static_cast<uint64_t>(std::popcount(w.mask));
  if (w.runner->is_known(FindingKind::undefined_behavior, i->site, 0, w.block->linear, thread,
                         count))
    return i + 1;
  RawFinding f;
  f.kind = FindingKind::undefined_behavior;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = thread;
  f.count = count;
  f.text = i->imm ? "takes the carry of an addition for the borrow of a subtraction, or the other "
                    "way round: continue add.cc and mad.cc with addc or madc, sub.cc with subc"
                  : "uses a carry that no instruction just before has set: begin with add.cc, "
                    "sub.cc or mad.cc";
  w.runner->report(std::move(f));
  return i + 1;
}

const Record* memory_fence(Warp& w, const Record* i) {
  if (Observer* observer = w.block->observed_by->fences)
    observer->fence({place_of(w, i), w, w.mask, static_cast<AccessScope>(i->imm)});
  return i + 1;
}

const Record* trap(Warp& w, const Record* i) { return stop_with(w, i, FindingKind::trap, w.mask); }

const Record* pack(Warp& w, const Record* i) {
  const auto& parts = w.runner->launch->program->vectors[i->aux].places;
  const uint32_t bytes = i->flags & 15;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    std::byte* d = w.at<std::byte>(i->d) + l * bytes * parts.size();
    for (size_t k = 0; k < parts.size(); ++k) {
      const uint64_t v = bytes == 8 ? w.at<uint64_t>(parts[k])[l] : w.at<uint32_t>(parts[k])[l];
      std::memcpy(d + k * bytes, &v, bytes);
    }
  }
  return i + 1;
}

const Record* unpack(Warp& w, const Record* i) {
  const auto& parts = w.runner->launch->program->vectors[i->aux].places;
  const uint32_t bytes = i->flags & 15;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    const std::byte* a = w.at<std::byte>(i->a) + l * bytes * parts.size();
    for (size_t k = 0; k < parts.size(); ++k) {
      if (parts[k] == kNowhere) continue;
      uint64_t v = 0;
      std::memcpy(&v, a + k * bytes, bytes);
      if (bytes == 8) w.at<uint64_t>(parts[k])[l] = v;
      else w.at<uint32_t>(parts[k])[l] = static_cast<uint32_t>(v);
    }
  }
  return i + 1;
}

const Record* move_wide_low(Warp& w, const Record* i) {
  const auto* a = w.at<uint64_t>(i->a);
  return fill<uint32_t>(w, i, [&](unsigned l) { return a[l]; });
}

const Record* call_printf(Warp& w, const Record* i) {
  const CallSite& call = w.runner->launch->program->calls[i->aux];
  Runner& r = *w.runner;
  LaunchState& launch = *r.launch;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t most = launch.options->max_output_bytes;
    const bool was_full =
        launch.printed.bytes >= most || launch.printed.bytes_read >= kMostReadForAByte * most;
    bool is_cut = false;
    int printed = -1;
    if (!was_full) {
      const auto read = [&](uint64_t from, size_t longest) {
        std::optional<std::string> text = read_string(w, i, l, from, longest);
        launch.printed.bytes_read += text ? text->size() + 1 : kLongestString;
        return text;
      };
      launch.printed.bytes_read += kCallCost;
      const auto format = read(area_value(w, call.arguments[0], l), kLongestString);
      const uint64_t at = area_value(w, call.arguments[1], l);
      const std::string packed = at ? read_bytes(w, l, at, kMostArgumentBytes) : std::string();
      if (format) {
        const FormattedPrintf text = format_device_printf(
            *format, std::as_bytes(std::span(packed.data(), packed.size())), read);
        const size_t kept = std::min<uint64_t>(text.text.size(), most - launch.printed.bytes);
        is_cut = kept < text.text.size();
        r.output.append(text.text, 0, kept);
        launch.printed.bytes += kept;
        printed = text.arguments;
      }
    }
    if ((was_full || is_cut) && !r.output_limit_hit) {
      r.output_limit_hit = true;
      RawFinding f;
      f.kind = FindingKind::output_limit;
      f.site = i->site;
      f.block = w.block->linear;
      f.thread = w.first_thread + l;
      f.count = 1;
      r.report(std::move(f));
    }
    if (!call.results.empty()) {
      const auto value = static_cast<uint32_t>(printed);
      std::memcpy(w.frame->registers + call.results[0].offset + local_host_offset(0, l), &value, 4);
    }
  }
  return i + 1;
}

const Record* call_malloc(Warp& w, const Record* i) {
  LaunchState& launch = *w.runner->launch;
  const CallSite& call = launch.program->calls[i->aux];
  if (call.arguments.empty() || call.results.empty()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t bytes = area_value(w, call.arguments[0], l);
    const uint64_t address = launch.memory.heap->allocate(bytes);
    for (uint32_t b = 0; b < 8; b += 4)
      std::memcpy(w.frame->registers + call.results[0].offset + local_host_offset(b, l),
                  reinterpret_cast<const std::byte*>(&address) + b, 4);
  }
  return i + 1;
}

const Record* call_free(Warp& w, const Record* i) {
  const CallSite& call = w.runner->launch->program->calls[i->aux];
  if (call.arguments.empty()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    DeviceHeap& heap = *w.runner->launch->memory.heap;
    const uint64_t address = area_value(w, call.arguments[0], l);
    if (heap.release(address)) continue;
    w.work += 1;  // sim/work.hpp
    if (w.runner->is_known(FindingKind::undefined_behavior, i->site, 0, w.block->linear,
                           w.first_thread + l))
      continue;
    RawFinding f;
    f.kind = FindingKind::undefined_behavior;
    f.site = i->site;
    f.block = w.block->linear;
    f.thread = w.first_thread + l;
    f.count = 1;
    f.text = heap.why_not_released(address);
    w.runner->report(std::move(f));
  }
  return i + 1;
}

const Record* call_assert_fail(Warp& w, const Record* i) {
  const CallSite& call = w.runner->launch->program->calls[i->aux];
  const auto l = static_cast<unsigned>(std::countr_zero(w.mask));
  std::string condition;
  if (!call.arguments.empty())
    condition = read_string(w, i, l, area_value(w, call.arguments[0], l)).value_or("?");
  return stop_with(w, i, FindingKind::device_assert, w.mask, condition);
}

}  // namespace warplab::sim
