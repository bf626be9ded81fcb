#include "specification/barrier_objects.hpp"

#include <set>

namespace warplab::sim::plain {
namespace {

using ptx::Operand;
using ptx::Type;

// Where the address stands: behind the result, if there is one.
size_t address_operand(const ptx::Instruction& i) {
  return i.operands[0].kind == Operand::Kind::address ? 0 : 1;
}

}  // namespace

std::optional<uint64_t> BarrierObjects::place_of(Warp& warp, unsigned lane,
                                                 const Operand& address) {
  const Place place =
      accesses_.place_of(instruction(warp).space(), operands_.address_of(warp, lane, address));
  if (place.memory != Place::Memory::shared) {
    complaints_.stop_lane(warp, lane, ObjectWords::not_shared());
    return std::nullopt;
  }
  const bool is_aligned = place.address % 8 == 0;
  if (is_aligned && context_.shared.layout.find(place.address, 8) != nullptr) return place.address;
  complaints_.refuse_access(warp, lane, place, 8, AccessKind::atomic,
                            is_aligned ? FindingKind::out_of_bounds : FindingKind::misaligned);
  return std::nullopt;
}

void BarrierObjects::add_work(Warp& warp, const LaneSet& lanes) {
  if (!instruction(warp).has("pending_count")) tally_.add_work(warp, lanes.count());
}

// A warp at one object costs nothing. Lanes at several of them go to the banks like any others.
void BarrierObjects::count(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  if (i.has("pending_count")) return;
  const size_t at = address_operand(i);
  LaneAddresses offsets;
  std::set<uint64_t> objects;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const Place place =
        accesses_.place_of(i.space(), operands_.address_of(warp, l, i.operands[at]));
    if (place.memory != Place::Memory::shared) return;  // which ends the launch
    if (place.address % 8 != 0 || context_.shared.layout.find(place.address, 8) == nullptr)
      continue;
    offsets[l] = place.address;
    objects.insert(place.address);
  }
  if (objects.size() < 2) return;
  const bool stores = i.has("init") || i.has("inval");
  const bool loads = i.has("test_wait") || i.has("try_wait");
  tally_.count_shared(warp, store_bank_cost(offsets, 8),
                      stores  ? AccessKind::store
                      : loads ? AccessKind::load
                              : AccessKind::atomic);
}

Object* BarrierObjects::find(Warp& warp, unsigned lane, uint64_t offset) {
  const auto found = warp.block->objects.find(offset);
  if (found != warp.block->objects.end()) return &found->second;
  complaints_.stop_lane(warp, lane, words(offset).not_there());
  return nullptr;
}

void BarrierObjects::execute(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  Missing missing;
  add_work(warp, active);
  count(warp, active);
  for (unsigned l = 0; l < kLanes && !complaints_.has_stopped(); ++l) {
    if (!active[l]) continue;
    if (i.has("pending_count")) {
      const Bits token = operands_.read(warp, l, i.operands[1], Type::b64);
      operands_.write(warp, l, i.operands[0], token % (1 << 20), Type::b32);
      continue;
    }
    if (i.has("arrive") || i.has("arrive_drop")) {
      arrive(warp, l, missing);
      continue;
    }
    const auto offset = place_of(warp, l, i.operands[0]);
    if (!offset) continue;
    if (i.has("init")) {
      make(warp, l, *offset);
      continue;
    }
    Object* const object = find(warp, l, *offset);
    if (object == nullptr) continue;
    ++warp.block->changes;
    if (i.has("inval")) {
      warp.block->objects.erase(*offset);
      continue;
    }
    const auto bytes = static_cast<int64_t>(operands_.read(warp, l, i.operands[1], Type::u32));
    if (i.has("complete_tx")) object->bytes -= bytes;
    else object->bytes += bytes;
    complete_if_due(*warp.block, *object);
  }
}

void BarrierObjects::make(Warp& warp, unsigned lane, uint64_t offset) {
  const auto count =
      static_cast<uint64_t>(operands_.read(warp, lane, instruction(warp).operands[1], Type::u32));
  if (count < 1 || count > 1048575)
    return complaints_.stop_lane(warp, lane, words(offset).bad_count(count));
  if (warp.block->objects.count(offset) != 0)
    return complaints_.stop_lane(warp, lane, words(offset).made_twice());
  warp.block->objects[offset] = {count, count, count};
  ++warp.block->changes;
}

void BarrierObjects::arrive(Warp& warp, unsigned lane, Missing& missing) {
  const ptx::Instruction& i = instruction(warp);
  const size_t at = address_operand(i);
  const bool has_result = at == 1 && i.operands[0].kind == Operand::Kind::reg;
  if (has_result) operands_.write(warp, lane, i.operands[0], 0, Type::b64);
  const auto offset = place_of(warp, lane, i.operands[at]);
  if (!offset) return;
  Object* const object = find(warp, lane, *offset);
  if (object == nullptr) return;
  ++warp.block->changes;
  if (i.opcode == "cp" && !i.has("noinc")) return;  // one arrival more, which has come at once
  uint64_t count = 1;
  if (i.opcode != "cp" && i.operands.size() > at + 1) {
    const auto number =
        static_cast<uint64_t>(operands_.read(warp, lane, i.operands[at + 1], Type::u32));
    if (i.has("expect_tx")) object->bytes += static_cast<int64_t>(number);
    else count = number;
  }
  if (count == 0 || count > object->missing)
    return complaints_.stop_lane(warp, lane,
                                 words(*offset).too_many_arrivals(count, object->missing));
  if (i.has("noComplete") && count == object->missing)
    return complaints_.stop_lane(warp, lane, words(*offset).completed_by_no_complete());
  // A token has the phase in front of the 20 bits of what was missing: for all lanes of an
  // instruction what was so before the first of them.
  const uint64_t before =
      missing.emplace(std::pair(*offset, object->phase), object->missing).first->second;
  if (has_result)
    operands_.write(warp, lane, i.operands[0], (Bits{object->phase} << 20) + before, Type::b64);
  object->missing -= count;
  if (i.has("arrive_drop")) object->expected -= count;
  complete_if_due(*warp.block, *object);
}

void BarrierObjects::complete_if_due(Block& block, Object& object) {
  if (object.missing != 0 || object.bytes != 0) return;
  ++object.phase;
  object.all = object.missing = object.expected;
  wake(block, false);
}

// Whoever waits looks again.
void BarrierObjects::wake(Block& block, bool in_vain) {
  for (Warp& warp : block.warps) {
    std::vector<Waiting> still_waiting;
    for (Waiting& w : warp.waiting) {
      if (w.barrier != kObject) {
        still_waiting.push_back(w);
        continue;
      }
      w.split.in_vain = in_vain;
      warp.ready.push_back(w.split);
      warp.spins = 0;
      warp.yielded = false;
      if (in_vain) warp.waited += ticks_of_answer(static_cast<uint32_t>(block.vain_answers));
    }
    warp.waiting = std::move(still_waiting);
  }
}

// What a lane learns; where something is wrong, it goes on.
bool BarrierObjects::is_over(Warp& warp, unsigned lane) {
  const ptx::Instruction& i = instruction(warp);
  const auto offset = place_of(warp, lane, i.operands[1]);
  if (!offset) return true;
  const Object* const object = find(warp, lane, *offset);
  if (object == nullptr) return true;
  if (i.has("parity")) {
    const Bits parity = operands_.read(warp, lane, i.operands[2], Type::u32) % 2;
    return object->phase % 2 != parity;
  }
  const auto phase =
      static_cast<uint64_t>(operands_.read(warp, lane, i.operands[2], Type::b64) >> 20);
  if (phase == object->phase) return false;
  if (phase + 1 != object->phase)
    complaints_.stop_lane(warp, lane, words(*offset).foreign_token(object->expected));
  return true;
}

void BarrierObjects::wait(Warp& warp, const LaneSet& active) {
  if (!splits_.hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  add_work(warp, s.lanes);
  LaneSet over;
  for (unsigned l = 0; l < kLanes && !complaints_.has_stopped(); ++l)
    if (s.lanes[l]) over[l] = is_over(warp, l);
  if (complaints_.has_stopped()) return;
  if (over.none() && !s.in_vain) {
    warp.spins = 0;
    warp.waiting.push_back({s, kObject, {}});
    return splits_.next_split(warp);
  }
  count(warp, s.lanes);
  if (over.any()) tally_.count(warp, Counter::barriers, 1);
  for (unsigned l = 0; l < kLanes; ++l)
    if (s.lanes[l])
      operands_.write(warp, l, instruction(warp).operands[0], over[l] ? 1 : 0, Type::pred);
  splits_.go_on(warp);
}

bool BarrierObjects::answer_waiting(Block& block) {
  bool any = false;
  for (const Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting) any |= w.barrier == kObject;
  if (!any) return false;
  if (block.changes + 1 != block.changes_seen) {
    block.changes_seen = block.changes + 1;
    block.vain_answers = 0;
    block.makes_way = true;
  }
  if (block.vain_answers >= kVainAnswers) return false;
  ++block.vain_answers;
  wake(block, true);
  return true;
}

Saying BarrierObjects::missing_arrivals(Warp& warp, const Split& split) {
  warp.running = split;
  const ptx::Instruction& i = instruction(warp);
  const Place place = accesses_.place_of(
      i.space(), operands_.address_of(warp, first_lane(split.lanes), i.operands[1]));
  const auto found = warp.block->objects.find(place.address);
  if (found == warp.block->objects.end()) return {};
  const Object& o = found->second;
  return words(place.address).missing_arrivals(o.all - o.missing, o.all);
}

}  // namespace warplab::sim::plain
