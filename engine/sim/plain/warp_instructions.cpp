// PTX ISA 9.0, section 9.7.13: shfl, vote, match, redux, elect: the lanes of a warp exchange
// values.
#include <algorithm>

#include <fmt/format.h>

#include "sim/plain/machine.hpp"

namespace warplab::sim::plain {
namespace {

using ptx::Operand;
using ptx::Type;

LaneSet lanes_of(Bits mask) { return LaneSet(static_cast<unsigned long>(lowest(mask, kLanes))); }

}  // namespace

NamedMasks Machine::named_masks(const Warp& warp, unsigned mask_operand) const {
  NamedMasks named;
  for (unsigned l = 0; l < kLanes; ++l)
    if (warp.running->lanes[l])
      named[l] = lanes_of(read(warp, l, instruction(warp).operands[mask_operand], Type::b32));
  return named;
}

// Lane `lane` of the running split does what the manual leaves undefined.
void Machine::misuse(const Warp& warp, unsigned lane, const std::string& text) {
  Event event;
  event.kind = FindingKind::undefined_behavior;
  event.line = warp.running->call->function->lines[warp.running->pc];
  event.block = warp.block->linear;
  event.thread = warp.first_thread + lane;
  event.text = text;
  findings_.add(event);
}

// Executes an instruction whose lanes wait for each other; operand `mask_operand` says which. Lanes
// that name the same mask, and are in it, execute it together; one that is not in its own mask, by
// itself. Without `execute` waiting is all there is (bar.warp.sync).
void Machine::with_members(Warp& warp, const LaneSet& active, unsigned mask_operand,
                           void (Machine::*execute)(Warp&, const LaneSet&)) {
  if (!hold_back_unguarded(warp, active)) return;
  if (!gather(warp, named_masks(warp, mask_operand))) return;
  const bool given_up = warp.running->alone;
  const NamedMasks named = named_masks(warp, mask_operand);
  std::vector<LaneSet> groups;
  LaneSet grouped;
  for (const auto& [lane, mask] : named) {
    if (grouped[lane]) continue;
    LaneSet group;
    group.set(lane);
    if (!mask[lane]) {
      misuse(warp, lane,
             fmt::format("calls a warp function with the mask {:#010x}, which leaves out the "
                         "calling lane, {}: every lane that calls must be in its own mask",
                         mask.to_ulong(), lane));
    } else {
      std::optional<unsigned> stranger;
      for (const auto& [other, its_mask] : named) {
        if (!mask[other]) continue;
        if (its_mask == mask) group.set(other);
        else if (!stranger) stranger = other;
      }
      for (const auto& [other, its_mask] : named)
        if (group[other] && stranger && !given_up)
          misuse(warp, other,
                 fmt::format("calls a warp function with the mask {:#010x} while lane {} of that "
                             "mask calls it with {:#010x}: all lanes of a mask must name the same "
                             "mask",
                             mask.to_ulong(), *stranger, named.at(*stranger).to_ulong()));
    }
    grouped |= group;
    groups.push_back(group);
  }
  if (execute != nullptr)
    for (const LaneSet& group : groups) (this->*execute)(warp, group);
  after_gathering(warp);
  go_on(warp);
}

// shfl.sync.mode d{|p}, a, b, c, membermask
void Machine::shuffle(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  // What a lane that does not take part would give is not defined; here it is 0.
  std::map<unsigned, Bits> values;
  for (unsigned l = 0; l < kLanes; ++l)
    values[l] = lanes[l] ? lowest(read(warp, l, i.operands[1], Type::b32), 32) : 0;
  std::map<unsigned, std::pair<Bits, bool>> results;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const auto b = static_cast<int>(read(warp, l, i.operands[2], Type::b32) & 31);
    const auto c = static_cast<int>(lowest(read(warp, l, i.operands[3], Type::b32), 32));
    const int lane = static_cast<int>(l), clamp = c & 31, segments = (c >> 8) & 31;
    const int most = (lane & segments) | (clamp & ~segments), least = lane & segments;
    int source = 0;
    bool in_range = false;
    if (i.has("up")) source = lane - b, in_range = source >= most;
    if (i.has("down")) source = lane + b, in_range = source <= most;
    if (i.has("bfly")) source = lane ^ b, in_range = source <= most;
    if (i.has("idx")) source = least | (b & ~segments), in_range = source <= most;
    if (!in_range) source = lane;
    results[l] = {values[static_cast<unsigned>(source)], in_range};
  }
  for (const auto& [l, result] : results) {
    const Operand& d = i.operands[0];
    const bool pair = d.kind == Operand::Kind::pair;
    write(warp, l, pair ? d.elements[0] : d, result.first, Type::b32);
    if (pair) write(warp, l, d.elements[1], result.second ? 1 : 0, Type::pred);
  }
}

// vote.sync.mode d, {!}a, membermask
void Machine::vote(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  LaneSet yes;
  for (unsigned l = 0; l < kLanes; ++l)
    yes[l] = lanes[l] && read(warp, l, i.operands[1], Type::pred) != 0;
  const Type type = i.has("ballot") ? Type::b32 : Type::pred;
  Bits result = yes.any();
  if (i.has("all")) result = yes == lanes;
  if (i.has("uni")) result = yes == lanes || yes.none();
  if (i.has("ballot")) result = yes.to_ulong();
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) write(warp, l, i.operands[0], result, type);
}

// match.any.sync d, a, membermask; match.all.sync d{|p}, a, membermask
void Machine::match(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  std::map<unsigned, Bits> values;
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) values[l] = lowest(read(warp, l, i.operands[1], i.type()), width_of(i.type()));
  for (const auto& [l, value] : values) {
    LaneSet same;
    for (const auto& [other, its_value] : values) same[other] = its_value == value;
    const Operand& d = i.operands[0];
    const bool pair = d.kind == Operand::Kind::pair, all = same == lanes;
    const Bits mask = i.has("any") || all ? same.to_ulong() : 0;
    write(warp, l, pair ? d.elements[0] : d, mask, Type::b32);
    if (pair) write(warp, l, d.elements[1], all ? 1 : 0, Type::pred);
  }
}

// redux.sync.op.type d, a, membermask
void Machine::reduce(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  const auto number = [&](Bits bits) {
    return ptx::is_signed(i.type()) ? as_signed(bits, 32) : static_cast<SignedBits>(bits);
  };
  std::optional<Bits> total;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const Bits value = lowest(read(warp, l, i.operands[1], i.type()), 32);
    if (!total) total = value;
    else if (i.has("add")) total = lowest(*total + value, 32);
    else if (i.has("and")) total = *total & value;
    else if (i.has("or")) total = *total | value;
    else if (i.has("xor")) total = *total ^ value;
    else if (i.has("min")) total = number(value) < number(*total) ? value : *total;
    else total = number(value) > number(*total) ? value : *total;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) write(warp, l, i.operands[0], *total, Type::b32);
}

// elect.sync d|p, membermask: the lowest lane of the mask is the leader.
void Machine::elect(Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  unsigned leader = 0;
  while (!lanes[leader]) ++leader;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const Operand& d = i.operands[0];
    const bool pair = d.kind == Operand::Kind::pair;
    write(warp, l, pair ? d.elements[0] : d, leader, Type::b32);
    if (pair) write(warp, l, d.elements[1], l == leader ? 1 : 0, Type::pred);
  }
}

}  // namespace warplab::sim::plain
