#include "sim/execute/bulk_copy.hpp"

#include <cstring>
#include <iterator>

#include "sim/execute/memory.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/execute/stop.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

constexpr uint32_t kBulkPiece = 16;

// 16 bytes of one lane. False: it may not go there, which has been told.
bool copy_piece(Warp& w, const MicroOp* i, unsigned lane, uint64_t from, uint64_t to) {
  const Program& program = *w.runner->launch->program;
  uint64_t addresses[kLanes] = {};
  // Who looks at a store finds its data in registers.
  const MicroOp* const data = i - 1;
  uint32_t words[kBulkPiece / 4];
  LaneTarget target;
  [[maybe_unused]] const RacingMemory racing;
  addresses[lane] = from;
  const ptx::Space source = program.memory_sites[i->source_memory].space;
  if (!begin_access(
          {w, data, source, AccessKind::load, 1u << lane, kBulkPiece, addresses, i->source_memory},
          target))
    return false;
  std::memcpy(words, target.host[lane], kBulkPiece);
  for (size_t k = 0; k < std::size(words); ++k)
    w.at<uint32_t>(program.vectors[data->vector].places[k])[lane] = words[k];
  addresses[lane] = to;
  const ptx::Space space = program.memory_sites[i->memory].space;
  if (!begin_access(
          {w, data, space, AccessKind::store, 1u << lane, kBulkPiece, addresses, i->memory},
          target))
    return false;
  std::memcpy(target.host[lane], words, kBulkPiece);
  if (space == ptx::Space::shared)
    w.block->copies.start(w.first_thread + lane, static_cast<uint32_t>(to), kBulkPiece, i->site);
  return true;
}

}  // namespace

const MicroOp* take_address(Warp& w, const MicroOp* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  for_lanes(w.mask, [&](unsigned l) { w.at<uint64_t>(i->d)[l] = addresses[l]; });
  return i + 1;
}

const MicroOp* copy_in_bulk(Warp& w, const MicroOp* i) {
  uint64_t to[kLanes];
  lane_addresses(w, i, to);
  const auto* const from = w.at<uint64_t>(i->b);
  const auto* const bytes = w.at<uint32_t>(i->c);
  for_lanes(w.mask, [&](unsigned l) {
    if ((to[l] | from[l] | bytes[l]) % kBulkPiece != 0) {
      report_lanes(w, i, FindingKind::undefined_behavior, 1u << l,
                   {say(Says::copies_odd_bulk), say(Says::copy_multiples_of_16)});
      return;
    }
    for (uint32_t at = 0; at < bytes[l]; at += kBulkPiece) {
      w.work += 8;  // sim/work.hpp
      if (!copy_piece(w, i, l, from[l] + at, to[l] + at)) return;
    }
  });
  return i + 1;
}

}  // namespace warplab::sim
