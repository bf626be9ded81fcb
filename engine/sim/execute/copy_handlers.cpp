#include "sim/execute/copy_handlers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/device/barrier_object.hpp"
#include "sim/execute/memory.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

namespace {

// The bytes that a lane takes from memory.
uint64_t bytes_taken(Warp& w, const Record* i, unsigned lane) {
  if (i->flags & (kCopyIf | kCopyUnless)) {
    const bool holds = w.predicate(i->c) >> lane & 1;
    return holds == ((i->flags & kCopyIf) != 0) ? i->imm : 0;
  }
  return std::min<uint64_t>(w.at<uint32_t>(i->a)[lane], i->imm);
}

// Only the thread that started a copy can wait for it.
std::string what_to_wait_for(const AsyncCopies::Found& copy, uint32_t thread,
                             const SharedLayout& shared) {
  if (copy.is_awaited) return ObjectWords(shared, copy.object).wait_first();
  if (copy.has_arrived)
    return "the thread that started it has waited for it, but no barrier stands behind that wait; "
           "put __syncthreads() behind __pipeline_wait_prior(0), not before it";
  return fmt::format(
      "wait for the copy first (__pipeline_wait_prior(0)){}",
      copy.thread == thread ? "" : ", and then at a barrier for the thread that started it");
}

}  // namespace

const Record* limit_async_copy(Warp& w, const Record* i) {
  uint32_t lanes = 0;
  for_lanes(w.mask,
            [&](unsigned l) { lanes |= static_cast<uint32_t>(bytes_taken(w, i, l) != 0) << l; });
  *w.at<uint32_t>(i->d) = lanes;
  return i + 1;
}

const Record* fill_up_async_copy(Warp& w, const Record* i) {
  const auto& words = w.runner->launch->program->vectors[i->aux].places;
  for_lanes(w.mask, [&](unsigned l) {
    const uint64_t taken = bytes_taken(w, i, l);
    for (size_t k = 0; k < words.size(); ++k) {
      uint32_t& word = w.at<uint32_t>(words[k])[l];
      if (taken <= 4 * k) word = 0;
      else if (taken < 4 * k + 4) word &= (uint32_t{1} << 8 * (taken - 4 * k)) - 1;
    }
  });
  return i + 1;
}

const Record* start_async_copy(Warp& w, const Record* i) {
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  for (uint32_t m = shared_offsets(w, i, offsets); m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    if (w.runner->launch->program->shared.find(offsets[l], bytes))
      w.block->copies.start(w.first_thread + l, static_cast<uint32_t>(offsets[l]), bytes, i->site);
  }
  return i + 1;
}

const Record* commit_async_copies(Warp& w, const Record* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.commit(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)));
  return i + 1;
}

const Record* wait_for_async_copies(Warp& w, const Record* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.wait(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)),
                         static_cast<uint32_t>(i->imm));
  return i + 1;
}

const Record* publish_async_copies(Warp& w, const Record* i) {
  if (w.block->copies.none()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.publish(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)));
  return i + 1;
}

const Record* check_async_copies(Warp& w, const Record* i) {
  if (w.block->copies.none()) return i + 1;
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  for (uint32_t m = shared_offsets(w, i, offsets); m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    if (!w.block->copies.may_be_at(offsets[l], bytes)) continue;
    const AsyncCopies::Found copy =
        w.block->copies.find(w.first_thread + l, offsets[l], bytes, i->site);
    if (!copy.is_there) continue;
    if (w.runner->is_known(FindingKind::race, i->site, copy.site, w.block->linear,
                           w.first_thread + l))
      continue;
    const LaunchState& launch = *w.runner->launch;
    const uint32_t thread = w.first_thread + l;
    const int line = launch.program->sites[copy.site].line;
    RawFinding f;
    f.kind = FindingKind::race;
    f.site = i->site;
    f.other_site = copy.site;
    f.block = f.other_block = w.block->linear;
    f.thread = thread;
    f.other_thread = copy.thread;
    f.address = offsets[l];
    f.bytes = bytes;
    f.space = ptx::Space::shared;
    f.access = static_cast<AccessKind>(i->aux);
    f.count = 1;
    f.text =
        fmt::format("{} {} {{element}} while the asynchronous copy{} may still be writing it: {}",
                    thread_text(position_of(thread, launch.launch->block)),
                    f.access == AccessKind::load ? "reads" : "writes",
                    line > 0 ? fmt::format(" of line {}", line) : "",
                    what_to_wait_for(copy, thread, launch.program->shared));
    w.runner->report(std::move(f));
  }
  return i + 1;
}

}  // namespace warplab::sim
