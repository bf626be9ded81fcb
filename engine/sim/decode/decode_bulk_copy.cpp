// cp.async.bulk, without tensor maps.
#include "sim/decode/function_decoder.hpp"
#include "sim/execute/barrier_objects.hpp"
#include "sim/execute/bulk_copy.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/special.hpp"

namespace warplab::sim {

using ptx::Space;

// cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [object]
// cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes
void FunctionDecoder::bulk_copy(MicroOp& i) {
  const ptx::Instruction& p = current();
  if (p.has("commit_group") || p.has("wait_group") || p.has("prefetch")) {
    i.run = do_nothing;
    return;
  }
  const bool to_shared = p.has("mbarrier::complete_tx::bytes");
  if (p.has("tensor") || p.has("multicast::cluster") || (!to_shared && !p.has("bulk_group")) ||
      !p.has("global"))
    fail(Says::not_supported_bulk);
  const ptx::Function* const kernel = module_.find_function(request_.kernel);
  if (kernel != nullptr && kernel->cluster.volume() != 1) fail(Says::reaches_cluster);
  const Space to = to_shared ? Space::shared : Space::global,
              from = to_shared ? Space::global : Space::shared;
  MicroOp source = i;
  address(source, operand(1), from);
  source.run = take_address;
  source.d = scratch(8);
  emit_helper(source);
  VectorOperand words;
  for (int k = 0; k < 4; ++k) words.places.push_back(scratch(4));
  MicroOp data = i;
  data.run = do_nothing;
  data.flags |= 2u | 2u << access_flag::kLogVectorShift;
  data.vector = static_cast<uint32_t>(program_.vectors.size());
  program_.vectors.push_back(words);
  const Place bytes = place(operand(2), 4);
  MicroOp copy = i;
  address(copy, operand(0), to);
  copy.run = copy_in_bulk;
  copy.b = source.d;
  copy.c = bytes;
  copy.source_memory = memory_site(from, AccessKind::load);
  copy.memory = memory_site(to, AccessKind::store);
  constexpr uint32_t kPieceBytes = 16;
  note_smallest(from, kPieceBytes, false);
  note_smallest(to, kPieceBytes, true);
  emit_helper(data);
  if (!to_shared) {
    i = copy;
    return;
  }
  emit_helper(copy);
  // The copy has come: that is an arrival of its thread which is not counted, and of its bytes.
  program_.has_partial_barriers = true;
  address(i, operand(3), to);
  i.flags |= kOrderingAccess;
  i.memory = memory_site(to, AccessKind::atomic);
  MicroOp arrive = i;
  arrive.run = arrive_at_object;
  arrive.traits = object_flag::kOfCopies | object_flag::kCounted | object_flag::kOrders;
  emit_helper(arrive);
  i.run = expect_bytes;
  i.traits = object_flag::kFewer;
  i.b = copy.c;
}

}  // namespace warplab::sim
