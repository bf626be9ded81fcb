#include "sim/execute/bulk_copy.hpp"

#include <cstring>

#include "sim/execute/memory.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/execute/stop.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

constexpr uint32_t kBulkPiece = 16;

// 16 bytes of one lane. False: it may not go there, which has been told.
bool copy_piece(Warp& w, const Record* i, unsigned lane, uint64_t from, uint64_t to) {
  const Program& program = *w.runner->launch->program;
  uint64_t addresses[kLanes] = {};
  std::byte bytes[kBulkPiece];
  LaneTarget target;
  [[maybe_unused]] const RacingMemory racing;
  addresses[lane] = from;
  const ptx::Space source = program.memory_sites[i->aux].space;
  if (!begin_access({w, i, source, AccessKind::load, 1u << lane, kBulkPiece, addresses, i->aux},
                    target))
    return false;
  std::memcpy(bytes, target.host[lane], kBulkPiece);
  addresses[lane] = to;
  const ptx::Space space = program.memory_sites[i->memory].space;
  if (!begin_access({w, i, space, AccessKind::store, 1u << lane, kBulkPiece, addresses, i->memory},
                    target))
    return false;
  std::memcpy(target.host[lane], bytes, kBulkPiece);
  if (space == ptx::Space::shared)
    w.block->copies.start(w.first_thread + lane, static_cast<uint32_t>(to), kBulkPiece, i->site);
  return true;
}

}  // namespace

const Record* take_address(Warp& w, const Record* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  for_lanes(w.mask, [&](unsigned l) { w.at<uint64_t>(i->d)[l] = addresses[l]; });
  return i + 1;
}

const Record* copy_in_bulk(Warp& w, const Record* i) {
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
