// PTX ISA 9.0, section 9.7.13: shfl, vote, match, redux, elect.
#include "specification/warp_exchange.hpp"

#include <map>
#include <optional>

namespace warplab::sim::plain {
namespace {

using ptx::Operand;
using ptx::Type;

}  // namespace

// shfl.sync.mode d{|p}, a, b, c, membermask
void shuffle(const Operands& operands, Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  // What a lane that does not take part would give is not defined; here it is 0.
  std::map<unsigned, Bits> values;
  for (unsigned l = 0; l < kLanes; ++l)
    values[l] = lanes[l] ? lowest(operands.read(warp, l, i.operands[1], Type::b32), 32) : 0;
  std::map<unsigned, std::pair<Bits, bool>> results;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const auto b = static_cast<int>(operands.read(warp, l, i.operands[2], Type::b32) & 31);
    const auto c = static_cast<int>(lowest(operands.read(warp, l, i.operands[3], Type::b32), 32));
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
    operands.write(warp, l, pair ? d.elements[0] : d, result.first, Type::b32);
    if (pair) operands.write(warp, l, d.elements[1], result.second ? 1 : 0, Type::pred);
  }
}

// vote.sync.mode d, {!}a, membermask
void vote(const Operands& operands, Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  LaneSet yes;
  for (unsigned l = 0; l < kLanes; ++l)
    yes[l] = lanes[l] && operands.read(warp, l, i.operands[1], Type::pred) != 0;
  const Type type = i.has("ballot") ? Type::b32 : Type::pred;
  Bits result = yes.any();
  if (i.has("all")) result = yes == lanes;
  if (i.has("uni")) result = yes == lanes || yes.none();
  if (i.has("ballot")) result = yes.to_ulong();
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) operands.write(warp, l, i.operands[0], result, type);
}

// match.any.sync d, a, membermask; match.all.sync d{|p}, a, membermask
void match(const Operands& operands, Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  std::map<unsigned, Bits> values;
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l])
      values[l] = lowest(operands.read(warp, l, i.operands[1], i.type()), width_of(i.type()));
  for (const auto& [l, value] : values) {
    LaneSet same;
    for (const auto& [other, its_value] : values) same[other] = its_value == value;
    const Operand& d = i.operands[0];
    const bool pair = d.kind == Operand::Kind::pair, all = same == lanes;
    const Bits mask = i.has("any") || all ? same.to_ulong() : 0;
    operands.write(warp, l, pair ? d.elements[0] : d, mask, Type::b32);
    if (pair) operands.write(warp, l, d.elements[1], all ? 1 : 0, Type::pred);
  }
}

// redux.sync.op.type d, a, membermask
void reduce(const Operands& operands, Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  const auto number = [&](Bits bits) {
    return ptx::is_signed(i.type()) ? as_signed(bits, 32) : static_cast<SignedBits>(bits);
  };
  std::optional<Bits> total;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const Bits value = lowest(operands.read(warp, l, i.operands[1], i.type()), 32);
    if (!total) total = value;
    else if (i.has("add")) total = lowest(*total + value, 32);
    else if (i.has("and")) total = *total & value;
    else if (i.has("or")) total = *total | value;
    else if (i.has("xor")) total = *total ^ value;
    else if (i.has("min")) total = number(value) < number(*total) ? value : *total;
    else total = number(value) > number(*total) ? value : *total;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) operands.write(warp, l, i.operands[0], *total, Type::b32);
}

// elect.sync d|p, membermask: the lowest lane of the mask is the leader.
void elect(const Operands& operands, Warp& warp, const LaneSet& lanes) {
  const ptx::Instruction& i = instruction(warp);
  unsigned leader = 0;
  while (!lanes[leader]) ++leader;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    const Operand& d = i.operands[0];
    const bool pair = d.kind == Operand::Kind::pair;
    operands.write(warp, l, pair ? d.elements[0] : d, leader, Type::b32);
    if (pair) operands.write(warp, l, d.elements[1], l == leader ? 1 : 0, Type::pred);
  }
}

}  // namespace warplab::sim::plain
