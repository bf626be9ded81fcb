#include "sim/execute/special_registers.hpp"

#include <algorithm>

#include "sim/clock.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

template <class T, class F>
const MicroOp* fill(Warp& w, const MicroOp* i, F f) {
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
const MicroOp* fill_with(Warp& w, const MicroOp* i, T value) {
  if (w.mask != ~0u) return fill<T>(w, i, [&](unsigned) { return value; });
  std::fill_n(w.at<T>(i->d), kLanes, value);
  return i + 1;
}

template <unsigned kAxis>
uint32_t axis(const Dim3& d) {
  return kAxis == 0 ? d.x : kAxis == 1 ? d.y : d.z;
}

template <unsigned kAxis>
const MicroOp* tid(Warp& w, const MicroOp* i) {
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
const MicroOp* ntid(Warp& w, const MicroOp* i) {
  return fill_with(w, i, axis<kAxis>(w.runner->launch->launch->block));
}
template <unsigned kAxis>
const MicroOp* ctaid(Warp& w, const MicroOp* i) {
  return fill_with(w, i, axis<kAxis>(w.block->position));
}
template <unsigned kAxis>
const MicroOp* nctaid(Warp& w, const MicroOp* i) {
  return fill_with(w, i, axis<kAxis>(w.runner->launch->launch->grid));
}
template <uint32_t (*F)(unsigned)>
const MicroOp* by_lane(Warp& w, const MicroOp* i) {
  return fill<uint32_t>(w, i, [&](unsigned l) { return F(l); });
}
// Of all lanes alike; read once for all of them.
template <class T, auto F>
const MicroOp* by_warp(Warp& w, const MicroOp* i) {
  return fill_with(w, i, static_cast<T>(F(w)));
}
template <uint64_t (*F)(Warp&)>
const MicroOp* high_word(Warp& w, const MicroOp* i) {
  return fill_with(w, i, static_cast<uint32_t>(F(w) >> 32));
}

uint32_t lane_id(unsigned l) { return l; }
// Where the hardware puts a warp, and when, is nothing that a kernel may build on: it is as simple
// as can be, and the same on every run. Every block has the only multiprocessor for itself.
uint32_t warp_id(const Warp& w) { return w.index; }
uint32_t warp_count(const Warp& w) { return w.runner->launch->warps_per_block; }
uint32_t warp_size(const Warp&) { return kLanes; }
uint32_t zero(const Warp&) { return 0; }
uint32_t one(const Warp&) { return 1; }
uint32_t mask_eq(unsigned l) { return 1u << l; }
uint32_t mask_lt(unsigned l) { return (1u << l) - 1; }
uint32_t mask_le(unsigned l) { return (2u << l) - 1; }
uint32_t mask_gt(unsigned l) { return ~((2u << l) - 1); }
uint32_t mask_ge(unsigned l) { return ~((1u << l) - 1); }

// Ticks are counted in instructions of the warp, so every loop that waits by the clock ends.
uint64_t clock_value(Warp& w) { return w.steps * kTicksPerInstruction + w.waited; }
uint32_t dynamic_shared(const Warp& w) { return w.runner->launch->launch->dynamic_shared_bytes; }
uint32_t total_shared(const Warp& w) {
  return static_cast<uint32_t>(w.runner->launch->program->shared.allotted_bytes);
}
// Nanoseconds at the modelled clock.
uint64_t global_timer(Warp& w) {
  return clock_value(w) * 1'000'000 / w.runner->launch->options->clock_khz;
}

uint32_t workspace_high(const Warp& w) {
  return static_cast<uint32_t>(w.runner->launch->grid_workspace >> 32);
}
uint32_t workspace_low(const Warp& w) {
  return static_cast<uint32_t>(w.runner->launch->grid_workspace);
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
    {"%warpid", {by_warp<uint32_t, warp_id>}},
    {"%nwarpid", {by_warp<uint32_t, warp_count>}},
    {"WARP_SZ", {by_warp<uint32_t, warp_size>}},
    {"%smid", {by_warp<uint32_t, zero>}},
    {"%nsmid", {by_warp<uint32_t, one>}},
    {"%lanemask_eq", {by_lane<mask_eq>}},
    {"%lanemask_lt", {by_lane<mask_lt>}},
    {"%lanemask_le", {by_lane<mask_le>}},
    {"%lanemask_gt", {by_lane<mask_gt>}},
    {"%lanemask_ge", {by_lane<mask_ge>}},
    {"%clock", {by_warp<uint32_t, clock_value>}},
    {"%clock_hi", {high_word<clock_value>}},
    {"%clock64", {by_warp<uint64_t, clock_value>, true}},
    {"%globaltimer", {by_warp<uint64_t, global_timer>, true}},
    {"%globaltimer_lo", {by_warp<uint32_t, global_timer>}},
    {"%globaltimer_hi", {high_word<global_timer>}},
    {"%gridid", {by_warp<uint64_t, one>, true}},
    {"%dynamic_smem_size", {by_warp<uint32_t, dynamic_shared>}},
    {"%total_smem_size", {by_warp<uint32_t, total_shared>}},
    {"%envreg1", {by_warp<uint32_t, workspace_high>}},
    {"%envreg2", {by_warp<uint32_t, workspace_low>}},
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
