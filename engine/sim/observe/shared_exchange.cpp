#include "sim/observe/shared_exchange.hpp"

#include <algorithm>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/lane_addresses.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

constexpr uint32_t kSeveralThreads = ~0u;

uint32_t let_through(Warp& w, const Record* i) {
  return w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
}

const ptx::Instruction& ptx_of(const Program& program, const Record* i) {
  const Site& site = program.sites[i->site];
  return program.module->functions[site.function].body[site.index];
}

}  // namespace

void SharedExchange::SlotTaint::set(unsigned lane, Taint t) {
  clear(1u << lane);
  own |= static_cast<uint32_t>(t.own) << lane;
  exchanged |= static_cast<uint32_t>(t.exchanged) << lane;
  handed |= static_cast<uint32_t>(t.handed) << lane;
  data |= static_cast<uint32_t>(t.data) << lane;
}

void SharedExchange::SlotTaint::join(const SlotTaint& from, uint32_t lanes) {
  own |= from.own & lanes;
  exchanged |= from.exchanged & lanes;
  handed |= from.handed & lanes;
  data |= from.data & lanes;
}

Wants SharedExchange::wants() const {
  if (!is_followed_) return {};
  Wants all;
  all.blocks = all.records = all.exchanges = all.loads = all.stores = all.atomics = true;
  return all;
}

void SharedExchange::launch_starts(const ObservedLaunch& launch) {
  is_followed_ = launch.number == followed_;
  if (!is_followed_) return;
  launch_ = &launch.state;
  facts_ = std::make_unique<InstructionFacts>(*launch_->program);
}

void SharedExchange::block_starts(const BlockEvent& event) {
  BlockTaint& b = blocks_.start(event.block);
  b.warps.assign(event.block.warps.size(), {});
  b.local.assign(event.block.warps.size(), {});
  b.shared.assign(event.block.shared.size(), {});
}

SharedExchange::FrameTaint& SharedExchange::frame_of(const Warp& w, const Frame* frame) {
  FrameTaint& f = of(w).warps[w.index][frame];
  f.resize(std::max<size_t>(f.size(), facts_->slots(*frame->function)));
  return f;
}

// What is written comes from all that is read.
void SharedExchange::compute(FrameTaint& f, std::span<const Slot> reads,
                             std::span<const Slot> writes, uint32_t lanes) {
  SlotTaint all;
  for (Slot r : reads) all.join(f[r], lanes);
  for (Slot d : writes) {
    f[d].clear(lanes);
    f[d].join(all, lanes);
  }
}

// selp: what is chosen, and not what it is chosen by.
void SharedExchange::select(const Warp& w, const Record* i, FrameTaint& f,
                            std::span<const Slot> writes, uint32_t lanes) {
  const uint32_t first =
      const_cast<Warp&>(w).predicate(i->c) ^ (i->flags & kBoolNegated ? ~0u : 0u);
  const FunctionCode& code = *w.frame->function;
  SlotTaint chosen;
  if (const Slot a = facts_->slot(code, i->a); a != kNoSlot) chosen.join(f[a], lanes & first);
  if (const Slot b = facts_->slot(code, i->b); b != kNoSlot) chosen.join(f[b], lanes & ~first);
  for (Slot d : writes) {
    f[d].clear(lanes);
    f[d].join(chosen, lanes);
  }
}

// The running split has just entered the function.
void SharedExchange::frame_starts(const Warp& w) {
  const FunctionCode& code = *w.frame->function;
  for (SlotTaint& s : frame_of(w, w.frame)) s.clear(w.mask);
  const Frame* caller = w.frame->caller;
  if (!caller) return;
  frame_of(w, caller);  // now, since it may move the other one
  FrameTaint& to = frame_of(w, w.frame);
  FrameTaint& from = frame_of(w, caller);
  const CallSite& call = launch_->program->calls[w.frame->return_to->aux];
  for (size_t k = 0; k < call.arguments.size() && k < code.parameters.size(); ++k)
    for (uint32_t word = 0;
         word < (std::min(call.arguments[k].bytes, code.parameters[k].bytes) + 3) / 4; ++word) {
      const Slot a = facts_->area_slot(*caller->function, call.arguments[k], word);
      const Slot b = facts_->area_slot(code, code.parameters[k], word);
      if (a != kNoSlot && b != kNoSlot) to[b].join(from[a], w.mask);
    }
}

// `lanes` return from the function of the running split.
void SharedExchange::leave(const Warp& w, uint32_t lanes) {
  const Frame* caller = w.frame->caller;
  if (!caller || !lanes) return;
  frame_of(w, caller);
  FrameTaint& from = frame_of(w, w.frame);
  FrameTaint& to = frame_of(w, caller);
  const FunctionCode& code = *w.frame->function;
  const CallSite& call = launch_->program->calls[w.frame->return_to->aux];
  for (size_t k = 0; k < call.results.size() && k < code.results.size(); ++k)
    for (uint32_t word = 0; word < (std::min(call.results[k].bytes, code.results[k].bytes) + 3) / 4;
         ++word) {
      const Slot a = facts_->area_slot(code, code.results[k], word);
      const Slot b = facts_->area_slot(*caller->function, call.results[k], word);
      if (a == kNoSlot || b == kNoSlot) continue;
      to[b].clear(lanes);
      to[b].join(from[a], lanes);
    }
}

// ld.param and st.param of a call. Words of an area are slots; a store into a part of one joins
// what the rest of it holds.
void SharedExchange::move_area(const Warp& w, const Record* i, FrameTaint& f, uint32_t lanes,
                               bool is_load) {
  const auto offset = static_cast<uint32_t>(i->imm >> 32), at = static_cast<uint32_t>(i->imm);
  const uint32_t element = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Slot data = data_slot(w, i, k);
    const uint32_t begin = at + k * element, end = begin + element;
    if (is_load && data != kNoSlot) f[data].clear(lanes);
    for (uint32_t word = begin / 4; word <= (end - 1) / 4; ++word) {
      const Slot area = facts_->slot(*w.frame->function, offset + word * kBytesPerNarrow);
      if (area == kNoSlot) continue;
      if (is_load) {
        if (data != kNoSlot) f[data].join(f[area], lanes);
        continue;
      }
      if (element >= 4) f[area].clear(lanes);
      if (data != kNoSlot) f[area].join(f[data], lanes);
    }
  }
}

void SharedExchange::record(Warp& w, const Record* i) {
  if (i == launch_->program->code.data() + w.frame->function->entry) frame_starts(w);
  const RecordFacts& facts = facts_->of(i);
  if (facts.kind == FlowKind::none) return;
  FrameTaint& f = frame_of(w, w.frame);
  const uint32_t lanes = facts.guard == kNoSlot ? w.mask : w.mask & let_through(w, i);
  const auto reads = facts_->reads(facts), writes = facts_->writes(facts);
  switch (facts.kind) {
    case FlowKind::none:
    case FlowKind::store:
    case FlowKind::exchange: break;  // see access(), exchange()
    case FlowKind::compute:
    case FlowKind::divide:
    case FlowKind::mask: compute(f, reads, writes, lanes); break;
    case FlowKind::select: select(w, i, f, writes, lanes); break;
    case FlowKind::clear:
    case FlowKind::no_value:
    case FlowKind::load:
      for (Slot d : writes) f[d].clear(lanes);
      break;
    case FlowKind::branch:  // what a barrier adds up (bar.red) comes from all threads by no memory
      for (Slot d : writes) {
        f[d].clear(lanes);
        f[d].own |= lanes;
        f[d].data |= lanes;
      }
      break;
    case FlowKind::object: use_object(w, i, f, lanes); break;
    case FlowKind::atomic: break;  // its operand may be where its result goes
    case FlowKind::area_load: move_area(w, i, f, lanes, true); break;
    case FlowKind::area_store: move_area(w, i, f, lanes, false); break;
    case FlowKind::call:
      for (const ParameterArea& a : launch_->program->calls[i->aux].results)
        for (uint32_t word = 0; word < (a.bytes + 3) / 4; ++word)
          if (const Slot s = facts_->area_slot(*w.frame->function, a, word); s != kNoSlot)
            f[s].clear(lanes);
      break;
    case FlowKind::leave: leave(w, lanes); break;
  }
}

Slot SharedExchange::data_slot(const Warp& w, const Record* i, uint32_t element) const {
  const Place place =
      vector_width(i) == 1 ? i->d : launch_->program->vectors[i->aux].places[element];
  return facts_->slot(*w.frame->function, place);
}

SharedExchange::Taint SharedExchange::of_address(const AccessEvent& e, unsigned lane) {
  const Slot slot = facts_->slot(*e.warp.frame->function, e.record->a);
  return slot == kNoSlot ? Taint{} : frame_of(e.warp, e.warp.frame)[slot].of(lane);
}

// What `lane` loads from [address, address + bytes) of the event's space.
SharedExchange::Taint SharedExchange::load(const AccessEvent& e, unsigned lane, uint64_t address,
                                           uint32_t bytes) {
  Taint all = found(e, lane, address, bytes);
  const Taint address_taint = of_address(e, lane);
  // What stands in a constant table depends on the place alone.
  all.join(e.space == ptx::Space::global ? address_taint : address_taint.as_address());
  return all;
}

SharedExchange::Taint SharedExchange::found(const AccessEvent& e, unsigned lane, uint64_t address,
                                            uint32_t bytes) {
  Taint all;
  if (e.space == ptx::Space::global) {
    // A constant, wherever it lies, is neutral.
    const Allocation* a = launch_->memory.addresses->find(address, bytes);
    if (a && a->buffer < 0 && a->read_only) return all;
    // So is a counter among all blocks but for its being the thread's own.
    const bool counts = e.kind == AccessKind::atomic && a && a->buffer < 0;
    return {true, false, false, !counts};
  }
  BlockTaint& b = of(e.warp);
  for (uint64_t at = address; at < address + bytes; ++at) {
    if (e.space == ptx::Space::local) {
      const auto found = b.local[e.warp.index].find(at * kLanes + lane);
      if (found != b.local[e.warp.index].end()) all.join(found->second);
      continue;
    }
    if (at >= b.shared.size()) continue;
    const Cell& cell = b.shared[at];
    if (cell.writer == 0 || cell.writer == e.warp.first_thread + lane + 1) all.join(cell.taint);
    else all.join(cell.taint.as_exchanged());
  }
  return all;
}

void SharedExchange::store(const AccessEvent& e, unsigned lane, uint64_t address, uint32_t bytes,
                           Taint taint) {
  BlockTaint& b = of(e.warp);
  if (e.space == ptx::Space::global) {
    const Allocation* a = launch_->memory.addresses->find(address, bytes);
    if (!a || a->buffer < 0) return;
    Stored& stored = stored_[a->buffer][launch_->program->sites[e.record->site].line];
    stored.all += bytes;
    if (taint.is_exchanged()) stored.exchanged += bytes;
    return;
  }
  for (uint64_t at = address; at < address + bytes; ++at) {
    if (e.space == ptx::Space::local) b.local[e.warp.index][at * kLanes + lane] = taint;
    else if (at < b.shared.size()) b.shared[at] = {e.warp.first_thread + lane + 1, taint};
  }
}

// An atomic: in shared memory what several threads have updated is of all of them.
void SharedExchange::update(const AccessEvent& e) {
  const RecordFacts& facts = facts_->of(e.record);
  const FunctionCode& code = *e.warp.frame->function;
  const Slot address = facts_->slot(code, e.record->a);
  FrameTaint& f = frame_of(e.warp, e.warp.frame);
  for_lanes(e.mask, [&](unsigned l) {
    Taint operand;
    for (Slot r : facts_->reads(facts))
      if (r != address) operand.join(f[r].of(l));
    const Taint old = found(e, l, e.addresses[l], e.bytes);
    Taint taken = e.space == ptx::Space::shared ? old.as_handed() : old;
    taken.data |= operand.data;
    taken.join(of_address(e, l).as_address());
    for (Slot d : facts_->writes(facts)) f[d].set(l, taken);
    if (e.space != ptx::Space::shared) {
      store(e, l, e.addresses[l], e.bytes, operand);
      return;
    }
    operand.join(old);
    BlockTaint& b = of(e.warp);
    for (uint64_t at = e.addresses[l]; at < e.addresses[l] + e.bytes && at < b.shared.size();
         ++at) {
      Cell& cell = b.shared[at];
      const uint32_t me = e.warp.first_thread + l + 1;
      cell = {cell.writer == 0 || cell.writer == me ? me : kSeveralThreads, operand};
    }
  });
}

// A barrier object holds what its counts are made of: that of its maker, and those of arrivals. A
// token tells what is in it, and so does a wait. What the maker finds there stays its own, whoever
// else has arrived.
void SharedExchange::use_object(Warp& w, const Record* i, FrameTaint& f, uint32_t lanes) {
  const ptx::Instruction& p = ptx_of(*launch_->program, i);
  const RecordFacts& facts = facts_->of(i);
  const Slot address = facts_->slot(*w.frame->function, i->a);
  const bool is_new = p.has("init") || p.has("inval");
  const bool waits = p.has("test_wait") || p.has("try_wait");
  std::vector<Cell>& shared = of(w).shared;
  uint64_t offsets[kLanes];
  lanes &= shared_offsets(w, i, offsets);
  for_lanes(lanes, [&](unsigned l) {
    if (offsets[l] >= shared.size()) return;  // the launch ends
    Cell& cell = shared[offsets[l]];
    const uint32_t me = w.first_thread + l + 1;
    Taint count;
    for (Slot r : facts_->reads(facts))
      if (r != address && !waits) count.join(f[r].of(l));
    if (is_new) {
      cell = {me, count};
      return;
    }
    const bool is_mine = cell.writer == 0 || cell.writer == me;
    Taint told = is_mine ? cell.taint : Taint{false, true, false, cell.taint.data};
    if (address != kNoSlot) told.join(f[address].of(l).as_address());
    for (Slot d : facts_->writes(facts)) f[d].set(l, told);
    if (waits || (!count.own && !count.exchanged)) return;
    cell = {is_mine ? me : kSeveralThreads, cell.taint};
    cell.taint.join(count);
  });
}

void SharedExchange::access(const AccessEvent& e) {
  const Record* i = e.record;
  if (ptx::is(ptx_of(*launch_->program, i), ptx::Family::copy)) {
    if (e.kind == AccessKind::store)
      for_lanes(e.mask, [&](unsigned l) {
        store(e, l, e.addresses[l], e.bytes, {true, false, false, true});
      });
    return;
  }
  if (e.kind == AccessKind::atomic) return update(e);
  const uint32_t element = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Slot slot = data_slot(e.warp, i, k);
    FrameTaint& f = frame_of(e.warp, e.warp.frame);
    for_lanes(e.mask, [&](unsigned l) {
      const uint64_t address = e.addresses[l] + k * element;
      if (e.kind == AccessKind::store)
        store(e, l, address, element, slot == kNoSlot ? Taint{} : f[slot].of(l));
      else if (slot != kNoSlot) f[slot].set(l, load(e, l, address, element));
    });
  }
}

// shfl hands on what the other lane has; a vote is made of all that its lanes bring.
void SharedExchange::exchange(const ExchangeEvent& e) {
  const RecordFacts& facts = facts_->of(e.record);
  if (facts.kind != FlowKind::exchange) return;
  FrameTaint& f = frame_of(e.warp, e.warp.frame);
  SlotTaint result;
  if (e.from) {
    const Slot data = facts_->slot(*e.warp.frame->function, e.record->a);
    for_lanes(e.lanes & ~e.missing, [&](unsigned l) {
      if (data == kNoSlot) return;
      const Taint given = f[data].of(e.from[l]);
      result.set(l, e.from[l] == l ? given : given.as_handed());
    });
  } else {
    Taint all;
    for (Slot r : facts_->reads(facts))
      for_lanes(e.lanes, [&](unsigned l) { all.join(f[r].of(l)); });
    for_lanes(e.lanes, [&](unsigned l) { result.set(l, all.as_handed()); });
  }
  for (Slot d : facts_->writes(facts)) {
    f[d].clear(e.lanes);
    f[d].join(result, e.lanes);
  }
}

void SharedExchange::add_to(TrafficByBuffer& traffic) const {
  for (const auto& [buffer, lines] : stored_)
    for (const auto& [line, stored] : lines) {
      BufferTraffic& its = traffic.buffers[static_cast<size_t>(buffer)];
      for (BufferCounters* counters : {&its.lines[line], &its.total}) {
        (*counters)[BufferCounter::followed_bytes] += stored.all;
        (*counters)[BufferCounter::exchanged_bytes] += stored.exchanged;
      }
    }
}

}  // namespace warplab::sim
