// mbarrier, and the cp.async that arrives at one.
#include <string_view>

#include "sim/decode/function_decoder.hpp"
#include "sim/execute/barrier_objects.hpp"
#include "sim/program/instruction_flags.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;
using namespace object_flag;

// Beyond a block, and copies that count for themselves.
constexpr std::string_view kElsewhere[] = {"shared::cluster", "cluster", "gpu", "sys"};

// A generic access has a site for each space, see MemorySite.
constexpr uint32_t kSharedOfGeneric = 1;

// What comes before an arrival comes before what stands behind a wait, unless it says otherwise.
uint32_t order_of(const ptx::Instruction& p) { return p.has("relaxed") ? 0 : kOrders; }

}  // namespace

void FunctionDecoder::object_address(MicroOp& i, const Operand& o, AccessKind kind) {
  const Space space = current().space();
  if (space != Space::shared && space != Space::generic) unsupported();
  if (space == Space::generic) i.flags |= access_flag::kGeneric;
  i.flags |= kOrderingAccess;
  address(i, o, space);
  i.memory = memory_site(space, kind) + (space == Space::generic ? kSharedOfGeneric : 0);
}

void FunctionDecoder::barrier_object(MicroOp& i) {
  const ptx::Instruction& p = current();
  for (const std::string_view modifier : kElsewhere)
    if (p.has(modifier)) unsupported();
  program_.has_partial_barriers = true;
  if (p.has("test_wait") || p.has("try_wait")) return wait_at(i);
  if (p.has("arrive") || p.has("arrive_drop")) return arrive_at(i);
  if (p.has("pending_count")) {
    i.d = destination(operand(0), 4);
    i.a = place(operand(1), 8);
    i.run = pending_count;
    return;
  }
  const bool is_one_more = p.has("expect_tx") || p.has("complete_tx");
  object_address(i, operand(0), is_one_more ? AccessKind::atomic : AccessKind::store);
  if (p.has("inval")) {
    i.run = end_object;
    return;
  }
  i.b = place(operand(1), 4);
  if (p.has("init")) {
    i.run = make_object;
  } else if (is_one_more) {
    i.run = expect_bytes;
    if (p.has("complete_tx")) i.traits = kFewer;
  } else {
    unsupported();
  }
}

// mbarrier.arrive state, [a]{, count}, mbarrier.arrive.expect_tx state, [a], bytes, and
// cp.async.mbarrier.arrive [a].
void FunctionDecoder::arrive_at(MicroOp& i) {
  const ptx::Instruction& p = current();
  const bool is_copy = opcode_->family == ptx::Family::copy;
  i.run = arrive_at_object;
  i.traits = order_of(p);
  if (p.has("arrive_drop")) i.traits |= kDrops;
  if (p.has("noComplete")) i.traits |= kNoComplete;
  if (is_copy) {
    i.traits |= kOfCopies;
    if (!p.has("noinc")) i.traits |= kCounted;
    object_address(i, operand(0), AccessKind::atomic);
    return;
  }
  // The token is left out where nobody wants it.
  const size_t first = operand(0).kind == Operand::Kind::address ? 0 : 1;
  if (first == 1 && operand(0).kind == Operand::Kind::reg) i.d = destination(operand(0), 8);
  else if (first == 1 && operand(0).kind != Operand::Kind::sink) fail(Says::must_write_register);
  object_address(i, operand(first), AccessKind::atomic);
  if (p.operands.size() <= first + 1) return;
  (p.has("expect_tx") ? i.c : i.b) = place(operand(first + 1), 4);
}

// mbarrier.test_wait p, [a], state; mbarrier.try_wait.parity p, [a], parity{, time}
void FunctionDecoder::wait_at(MicroOp& i) {
  const ptx::Instruction& p = current();
  i.run = wait_at_object;
  i.traits = order_of(p) | (p.has("parity") ? kParity : 0);
  i.traits |= program_.branch_site_count++ << kCounterShift;
  program_.branch_sites.push_back(i.site);
  i.d = predicate_destination(operand(0));
  object_address(i, operand(1), AccessKind::load);
  i.c = place(operand(2), p.has("parity") ? 4 : 8);
  depends_on_order();
}

// In front of an access to what may be a barrier object.
void FunctionDecoder::check_object(const MicroOp& i, Space space, AccessKind kind, uint32_t bytes) {
  if (!has_objects_ || (space != Space::shared && space != Space::generic)) return;
  MicroOp check = i;
  check.run = check_objects;
  check.b = bytes;
  check.kind = static_cast<uint32_t>(kind);
  check.flags = i.flags & (access_flag::kNarrowAddress | kGuardNegated);
  if (space == Space::generic) check.flags |= access_flag::kGeneric;
  emit_helper(check);
}

}  // namespace warplab::sim
