#include "sim/execute/async_copies.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/execute/memory.hpp"

namespace warplab::sim {
namespace {

// The shared offsets of the record's active lanes; returns those lanes.
uint32_t shared_offsets(Warp& w, const Inst* i, uint64_t* offsets) {
  lane_addresses(w, i, offsets);
  if (!(i->flags & access_flag::kGeneric)) return w.mask;
  const uint32_t in = split_by_space(offsets, w.mask, ptx::Space::shared);
  for (unsigned l = 0; l < kLanes; ++l)
    if (in >> l & 1) offsets[l] -= kSharedWindow;
  return in;
}

}  // namespace

void AsyncCopies::clear() {
  if (threads_.empty()) return;
  threads_.clear();
  words_.assign(words_.size(), false);
  count_ = 0;
}

void AsyncCopies::start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  if (words_.size() < (begin + bytes + 3) / 4) words_.resize((begin + bytes + 3) / 4);
  OfThread& t = threads_[thread];
  t.copies.push_back({begin, bytes, site, t.committed});
  for (uint32_t word = begin / 4; word < (begin + bytes + 3) / 4; ++word) words_[word] = true;
  ++count_;
}

void AsyncCopies::commit(uint32_t thread) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].committed += 1;
}

void AsyncCopies::wait(uint32_t thread, uint32_t but) {
  if (threads_.size() <= thread) return;
  OfThread& t = threads_[thread];
  const auto has_come = [&](const Copy& c) {
    return but == kAll || uint64_t{c.group} + but < t.committed;
  };
  for (const Copy& c : t.copies)
    if (has_come(c))
      for (uint32_t word = c.begin / 4; word < (c.begin + c.bytes + 3) / 4; ++word)
        words_[word] = false;
  count_ -= std::erase_if(t.copies, has_come);
}

AsyncCopies::Found AsyncCopies::find(uint64_t begin, uint32_t bytes) const {
  bool any = false;
  for (uint64_t word = begin / 4; word <= (begin + bytes - 1) / 4; ++word)
    any |= word < words_.size() && words_[word];
  if (!any) return {};
  for (uint32_t thread = 0; thread < threads_.size(); ++thread)
    for (const Copy& c : threads_[thread].copies)
      if (begin < c.begin + c.bytes && c.begin < begin + bytes) return {true, thread, c.site};
  return {};
}

const Inst* start_async_copy(Warp& w, const Inst* i) {
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  for (uint32_t m = shared_offsets(w, i, offsets); m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    if (w.runner->launch->program->shared.find(offsets[l], bytes))
      w.block->copies.start(w.first_thread + l, static_cast<uint32_t>(offsets[l]), bytes, i->site);
  }
  return i + 1;
}

const Inst* commit_async_copies(Warp& w, const Inst* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.commit(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)));
  return i + 1;
}

const Inst* wait_for_async_copies(Warp& w, const Inst* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.wait(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)),
                         static_cast<uint32_t>(i->imm));
  return i + 1;
}

const Inst* check_async_copies(Warp& w, const Inst* i) {
  if (w.block->copies.none()) return i + 1;
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  for (uint32_t m = shared_offsets(w, i, offsets); m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const AsyncCopies::Found copy = w.block->copies.find(offsets[l], bytes);
    if (!copy.is_there) continue;
    const LaunchState& launch = *w.runner->launch;
    const uint32_t thread = w.first_thread + l;
    const int line = launch.program->sites[copy.site].line;
    const Dim3 at = position_of(thread, launch.launch->block);
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
    f.text = fmt::format(
        "thread ({},{},{}) {} {{element}} while the asynchronous copy{} may still be writing it: "
        "wait for the copy first (__pipeline_wait_prior(0)){}",
        at.x, at.y, at.z, f.access == AccessKind::load ? "reads" : "writes",
        line > 0 ? fmt::format(" of line {}", line) : "",
        copy.thread == thread ? "" : ", and then at a barrier for the thread that started it");
    w.runner->report(std::move(f));
  }
  return i + 1;
}

}  // namespace warplab::sim
