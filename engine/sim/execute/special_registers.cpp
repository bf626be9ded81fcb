#include "sim/execute/special_registers.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "data/random.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

template <class T, class F>
const Record* fill(Warp& w, const Record* i, F f) {
  T* d = w.at<T>(i->d);
  if (w.mask == ~0u) {
    for (unsigned l = 0; l < kLanes; ++l) d[l] = static_cast<T>(f(l));
    return i + 1;
  }
  for_lanes(w.mask, [&](unsigned l) { d[l] = static_cast<T>(f(l)); });
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
template <uint32_t (*F)(unsigned)>
const Record* by_lane(Warp& w, const Record* i) {
  return fill<uint32_t>(w, i, [&](unsigned l) { return F(l); });
}
// Of all lanes alike; read once for all of them.
template <class T, auto F>
const Record* by_warp(Warp& w, const Record* i) {
  return fill_with(w, i, static_cast<T>(F(w)));
}
template <uint64_t (*F)(Warp&)>
const Record* high_word(Warp& w, const Record* i) {
  return fill_with(w, i, static_cast<uint32_t>(F(w) >> 32));
}

uint32_t lane_id(unsigned l) { return l; }
// Where the hardware puts a warp, and when, is nothing that a kernel may build on. In order, every
// block has the only multiprocessor for itself; in other orders the machine is another one, and
// blocks and warps are scattered over it, so that few of them already meet what only some places
// have.
uint64_t machine(const Warp& w) { return w.runner->launch->order.machine; }
uint64_t scattered(const Warp& w, uint64_t place) {
  return data::mix_bits(place + (machine(w) << 40));
}
// A number for something else of the machine.
uint64_t drawn(const Warp& w, uint64_t what) { return data::mix_bits(machine(w) + (what << 48)); }
// A constant of the kernel: what is done only where the machine shows one is done there. None: 0.
uint64_t told_constant(const Warp& w, uint64_t random) {
  const std::vector<uint64_t>& all = w.runner->launch->program->told_constants;
  return all.empty() ? 0 : all[random % all.size()];
}
// Of a multiprocessor; 64 on large GPUs, 32 or 48 on others, and a block has at most 32.
uint32_t warp_slots(const Warp& w) {
  constexpr uint32_t kSlots[] = {64, 32, 48};
  return kSlots[machine(w) % std::size(kSlots)];
}
uint32_t warp_id(const Warp& w) {
  if (machine(w) == 0) return w.index;
  // The warps of a block have different ones.
  return static_cast<uint32_t>((scattered(w, w.block->linear) + w.index) % warp_slots(w));
}
uint32_t warp_count(const Warp& w) {
  return machine(w) == 0 ? w.runner->launch->warps_per_block : warp_slots(w);
}
// Of an H100, a T4, an A100, an RTX 4060, an RTX 4090 (assets/gpus), one after the other.
constexpr uint32_t kProcessors[] = {132, 40, 108, 24, 128};
constexpr uint64_t kMostProcessors = 256;
uint32_t processor_count(const Warp& w) {
  if (machine(w) == 0) return 1;
  if (w.runner->launch->options->machine == 0)
    return kProcessors[(machine(w) - 1) % std::size(kProcessors)];
  const uint64_t random = drawn(w, 1);
  const uint64_t told = told_constant(w, random >> 8) + (random >> 4) % 3 - 1;  // or one beside it
  if (random % 2 == 0 && told > 0 && told <= kMostProcessors) return static_cast<uint32_t>(told);
  return static_cast<uint32_t>(1 + (random >> 32) % kMostProcessors);
}
uint32_t processor(const Warp& w) {
  if (machine(w) == 0) return 0;
  return static_cast<uint32_t>(scattered(w, w.block->linear) % processor_count(w));
}
uint32_t warp_size(const Warp&) { return kLanes; }
uint32_t zero(const Warp&) { return 0; }
uint32_t one(const Warp&) { return 1; }
uint32_t mask_eq(unsigned l) { return 1u << l; }
uint32_t mask_lt(unsigned l) { return (1u << l) - 1; }
uint32_t mask_le(unsigned l) { return (2u << l) - 1; }
uint32_t mask_gt(unsigned l) { return ~((2u << l) - 1); }
uint32_t mask_ge(unsigned l) { return ~((1u << l) - 1); }

// What passes between two reads of a clock, in ticks: little or much, to a time whose low digits
// the kernel names, `(clock() & 4095) == 17` or `clock() % 1000 < 5`, or as much as it names. Where
// no machine is drawn, always little.
uint64_t drawn_pause(const Warp& w, uint64_t now, uint64_t random) {
  constexpr unsigned kMostBits = 24;
  const uint64_t value = random >> 16;
  if (w.runner->launch->options->machine == 0) return 1 + value % 64;
  const uint64_t told = told_constant(w, value);
  switch (random % 8) {
    case 0:
    case 1: return 1 + value % 64;
    case 2: {
      const uint64_t digits = std::max(8 + random / 8 % 5 * 4, uint64_t(std::bit_width(told)));
      if (digits > kMostBits) break;
      return ((told - now - 1) & ((uint64_t{1} << digits) - 1)) + 1;
    }
    case 3: {
      const uint64_t divisor = told_constant(w, value >> 24);
      if (divisor == 0 || std::bit_width(divisor) > kMostBits) break;
      // Of all of it, or of what a clock of 32 bits shows.
      const uint64_t shown = random / 8 % 2 == 0 ? now : now & 0xffff'ffffu;
      return (told % divisor + divisor - shown % divisor + divisor - 1) % divisor + 1;
    }
    case 4:
    case 5:
      if (told < 2 || std::bit_width(told) > kMostBits) break;
      return told + random / 8 % 3 - 1;
    default: break;
  }
  return 1 + (value & ((uint64_t{1} << random / 8 % (kMostBits + 1)) - 1));
}
// The clock goes on by it with each read.
uint64_t clock_value(Warp& w) {
  const LaunchState& launch = *w.runner->launch;
  const uint64_t ticks = launch.order.clock_start + w.steps * launch.order.clock_step + w.waited;
  if (machine(w) == 0) return ticks;
  // Warps begin at different times, a few microseconds apart, and nobody knows how long an
  // instruction takes.
  const uint64_t begin = scattered(w, w.block->linear * launch.warps_per_block + w.index);
  const uint64_t now = ticks + begin % 4096 + w.clock_ahead;
  const uint64_t pause = drawn_pause(w, now, data::mix_bits(begin + ++w.clock_reads));
  w.clock_ahead += pause;
  return now + pause;
}
uint32_t dynamic_shared(const Warp& w) { return w.runner->launch->launch->dynamic_shared_bytes; }
// A GPU allots shared memory in units of its own.
uint32_t total_shared(const Warp& w) {
  constexpr uint32_t kUnits[] = {128, 256, 1024};
  const auto bytes = static_cast<uint32_t>(w.runner->launch->program->shared.allotted_bytes);
  if (machine(w) == 0) return bytes;
  const uint32_t unit = kUnits[drawn(w, 2) % std::size(kUnits)];
  return (bytes + unit - 1) / unit * unit;
}
// Nanoseconds at the modelled clock. On some GPUs the timer goes on by many at a time.
uint64_t global_timer(Warp& w) {
  constexpr uint64_t kStepsOfTimer[] = {1, 32, 1024};
  const uint64_t step = machine(w) == 0 ? 1 : kStepsOfTimer[drawn(w, 3) % std::size(kStepsOfTimer)];
  return clock_value(w) * 1'000'000 / w.runner->launch->options->clock_khz / step * step;
}
uint64_t grid_id(Warp& w) {
  const uint64_t random = drawn(w, 4);
  const uint64_t told = told_constant(w, random >> 8);
  if (w.runner->launch->options->machine != 0 && random % 2 == 0 && told > 0) return told;
  return 1 + machine(w);
}

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
    {"%warpid", {by_warp<uint32_t, warp_id>, false, true}},
    {"%nwarpid", {by_warp<uint32_t, warp_count>, false, true}},
    {"WARP_SZ", {by_warp<uint32_t, warp_size>}},
    {"%smid", {by_warp<uint32_t, processor>, false, true}},
    {"%nsmid", {by_warp<uint32_t, processor_count>, false, true}},
    {"%lanemask_eq", {by_lane<mask_eq>}},
    {"%lanemask_lt", {by_lane<mask_lt>}},
    {"%lanemask_le", {by_lane<mask_le>}},
    {"%lanemask_gt", {by_lane<mask_gt>}},
    {"%lanemask_ge", {by_lane<mask_ge>}},
    {"%clock", {by_warp<uint32_t, clock_value>, false, true}},
    {"%clock_hi", {high_word<clock_value>, false, true}},
    {"%clock64", {by_warp<uint64_t, clock_value>, true, true}},
    {"%globaltimer", {by_warp<uint64_t, global_timer>, true, true}},
    {"%globaltimer_lo", {by_warp<uint32_t, global_timer>, false, true}},
    {"%globaltimer_hi", {high_word<global_timer>, false, true}},
    {"%gridid", {by_warp<uint64_t, grid_id>, true, true}},
    {"%dynamic_smem_size", {by_warp<uint32_t, dynamic_shared>}},
    {"%total_smem_size", {by_warp<uint32_t, total_shared>, false, true}},
    {"%is_explicit_cluster", {by_warp<uint32_t, zero>}},
    // Cooperative groups look at it where nothing is optimised away. There is no such memory here.
    {"%reserved_smem_offset_0", {by_warp<uint32_t, zero>}},
    {"%reserved_smem_offset_1", {by_warp<uint32_t, zero>}},
    {"%clusterid.x", {ctaid<0>}},
    {"%clusterid.y", {ctaid<1>}},
    {"%clusterid.z", {ctaid<2>}},
    {"%nclusterid.x", {nctaid<0>}},
    {"%nclusterid.y", {nctaid<1>}},
    {"%nclusterid.z", {nctaid<2>}},
    {"%cluster_ctaid.x", {by_warp<uint32_t, zero>}},
    {"%cluster_ctaid.y", {by_warp<uint32_t, zero>}},
    {"%cluster_ctaid.z", {by_warp<uint32_t, zero>}},
    {"%cluster_ctarank", {by_warp<uint32_t, zero>}},
    {"%cluster_nctaid.x", {by_warp<uint32_t, one>}},
    {"%cluster_nctaid.y", {by_warp<uint32_t, one>}},
    {"%cluster_nctaid.z", {by_warp<uint32_t, one>}},
    {"%cluster_nctarank", {by_warp<uint32_t, one>}},
};

}  // namespace

SpecialRegister special_register(std::string_view name) {
  for (const SpecialRow& row : kSpecials)
    if (row.name == name) return row.reg;
  return {};
}

}  // namespace warplab::sim
