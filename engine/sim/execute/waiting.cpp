#include "sim/execute/waiting.hpp"

#include <algorithm>
#include <utility>

#include "sim/execute/by_allocation.hpp"
#include "sim/execute/reconvergence.hpp"

namespace warplab::sim {
namespace {

template <class T>
void keep(std::vector<T>& to, const std::vector<T>& from, WaitLoop::Slots slots) {
  to.assign(from.begin() + slots.first, from.begin() + slots.last);
}
template <class T>
void restore(std::vector<T>& to, const std::vector<T>& from, WaitLoop::Slots slots) {
  std::copy(from.begin(), from.end(), to.begin() + slots.first);
}

// All lanes that began the trip that is under way have come back to `begin`, once.
bool has_come_around(const Warp& w, const MicroOp* begin) {
  const Runner& r = *w.runner;
  const WaitLoop& slots = r.launch->program->wait_loops[begin->b];
  return r.trip.loop == begin && r.trip.mask == w.mask &&
         r.counters.blocks[slots.blocks.first].warps == r.trip.blocks[0].warps + 1;
}

void count_nothing_of_trip(Warp& w) {
  Runner& r = *w.runner;
  const Trip& trip = r.trip;
  const WaitLoop& slots = r.launch->program->wait_loops[trip.loop->b];
  restore(r.counters.blocks, trip.blocks, slots.blocks);
  restore(r.counters.memory, trip.memory, slots.memory);
  restore(r.counters.booked, trip.memory, slots.memory);
  restore(r.counters.shares, trip.shares, slots.memory);
  restore(r.counters.branches, trip.branches, slots.branches);
  w.idle_steps = w.steps - trip.counted_steps;
}

}  // namespace

void begin_turn(Warp& w) {
  const MicroOp* const loop = std::exchange(w.waits, nullptr);
  w.looked_in_vain = loop && w.pc == w.runner->launch->program->code.data() + loop->imm;
  w.runner->trip.loop = nullptr;
}

void begin_trip(Warp& w, const MicroOp* begin) {
  Runner& r = *w.runner;
  const WaitLoop& slots = r.launch->program->wait_loops[begin->b];
  Trip& trip = r.trip;
  if (trip.loop) w.looked_in_vain = false;  // not the first of this turn
  trip.loop = begin;
  trip.mask = w.mask;
  trip.counted_steps = w.steps - w.idle_steps;
  for (uint32_t k = slots.memory.first; k < slots.memory.last; ++k) settle(r, k);
  keep(trip.blocks, r.counters.blocks, slots.blocks);
  keep(trip.memory, r.counters.memory, slots.memory);
  keep(trip.shares, r.counters.shares, slots.memory);
  keep(trip.branches, r.counters.branches, slots.branches);
}

void look_again_later(Warp& w, const MicroOp* i, const MicroOp* to) {
  if (has_come_around(w, to)) count_nothing_of_trip(w);
  else w.looked_in_vain = false;
  w.runner->trip.loop = nullptr;
  w.waits = i;
  w.pc = to;
  w.yielded = true;
  w.runner->spend(w);
}

bool let_go_of_waiting(Block& block) {
  bool any = false;
  for (Warp* w : block.warps)
    if (w->waits && w->looked_in_vain) any |= release_waiting(*w, w->reconvergence);
  return any;
}

}  // namespace warplab::sim
