#include "specification/calls.hpp"

#include <algorithm>

#include "sim/work.hpp"

namespace warplab::sim::plain {
namespace {

// A thread has this much local memory, and calls this deep, on the default settings of a GPU and
// more.
constexpr uint64_t kMostLocalBytes = 64 * 1024;
constexpr uint32_t kDeepestCall = 4096;

}  // namespace

void Calls::enter(Warp& warp, uint32_t number) {
  Split& s = *warp.running;
  const FunctionImage& f = context_.image.functions[number];
  tally_.add_work(warp, work_of_call(*f.function));
  auto inner = std::make_shared<Call>();
  inner->function = &f;
  inner->caller = s.call;
  inner->call_site = s.pc;
  inner->depth = s.call->depth + 1;
  inner->local_begin = s.call->local_begin + aligned_up(s.call->function->local_bytes, 16);
  if (inner->depth > kDeepestCall || inner->local_end() > kLocalStart + kMostLocalBytes)
    return complaints_.stop(
        warp, FindingKind::stack_overflow, s.lanes, s.pc,
        "calls functions inside functions too deeply: does the recursion ever end?");
  const ptx::Instruction& site = instruction(warp);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!s.lanes[l]) continue;
    LaneFrame& to = inner->lanes[l];
    to.registers.assign(f.function->registers.size(), 0);
    to.parameters.assign(f.parameter_bytes, std::byte{0});
    for (size_t k = 0; k < f.function->parameters.size(); ++k) {
      if (k >= site.operands[2].elements.size()) break;
      const ptx::Operand& given = site.operands[2].elements[k];
      const ptx::Variable& formal = f.function->parameters[k];
      std::byte* place = to.parameters.data() + f.parameter_offsets[k];
      if (given.kind == ptx::Operand::Kind::symbol) {
        const LaneFrame& from = s.call->lanes[l];
        const uint64_t begin = s.call->function->variable_offsets[given.symbol.index];
        const uint64_t bytes =
            std::min(formal.bytes, s.call->function->function->variables[given.symbol.index].bytes);
        std::copy_n(from.parameters.begin() + static_cast<std::ptrdiff_t>(begin), bytes, place);
      } else {
        const Bits value = operands_.read(warp, l, given, formal.element);
        for (uint64_t b = 0; b < formal.bytes && b < sizeof value; ++b)
          place[b] = static_cast<std::byte>(value >> (8 * b));
      }
    }
  }
  s.call = std::move(inner);
  s.pc = 0;
  s.counted = s.alone = false;
}

// `split` has left its function: its results go to the caller, where it continues behind the call.
Split Calls::leave(Warp& warp, Split split) {
  const std::shared_ptr<Call> callee = split.call, caller = callee->caller;
  const ptx::Operand& results = caller->function->function->body[callee->call_site].operands[0];
  const FunctionImage& f = *callee->function;
  split.call = caller;
  split.pc = callee->call_site + 1;
  split.counted = split.alone = false;
  for (size_t k = 0; k < results.elements.size() && k < f.function->returns.size(); ++k) {
    const ptx::Operand& wanted = results.elements[k];
    const ptx::Variable& result = f.function->returns[k];
    for (unsigned l = 0; l < kLanes; ++l) {
      if (!split.lanes[l]) continue;
      const std::byte* place = callee->lanes[l].parameters.data() + f.return_offsets[k];
      if (wanted.kind == ptx::Operand::Kind::symbol) {
        const uint64_t begin = caller->function->variable_offsets[wanted.symbol.index];
        const uint64_t bytes = std::min(
            result.bytes, caller->function->function->variables[wanted.symbol.index].bytes);
        std::copy_n(place, bytes,
                    caller->lanes[l].parameters.begin() + static_cast<std::ptrdiff_t>(begin));
      } else {
        Bits value = 0;
        for (uint64_t b = 0; b < result.bytes && b < sizeof value; ++b)
          value |= static_cast<Bits>(place[b]) << (8 * b);
        const auto before = warp.running;
        warp.running = split;
        operands_.write(warp, l, wanted, value, result.element);
        warp.running = before;
      }
    }
  }
  return split;
}

}  // namespace warplab::sim::plain
