#include "sim/state/async_copies.hpp"

#include <algorithm>

namespace warplab::sim {

void AsyncCopies::clear() {
  if (threads_.empty()) return;
  threads_.clear();
  std::ranges::fill(words_, Copy{});
  kept_ = 0;
}

void AsyncCopies::start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  if (words_.size() < (begin + bytes + 3) / 4) words_.resize((begin + bytes + 3) / 4);
  OfThread& t = threads_[thread];
  for (uint32_t word = begin / 4; word < (begin + bytes + 3) / 4; ++word)
    words_[word] = {thread + 1, site, t.open};
  if (!t.keeps()) ++kept_;
  t.end = t.open + 1;
}

void AsyncCopies::commit(uint32_t thread) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].open += 1;
}

void AsyncCopies::wait(uint32_t thread, uint32_t but) {
  if (threads_.size() <= thread) return;
  OfThread& t = threads_[thread];
  // What comes after a wait for everything is of another group than what came before it.
  if (but == kAll) t.arrived = ++t.open;
  else if (t.open > but) t.arrived = std::max(t.arrived, t.open - but);
}

void AsyncCopies::publish(uint32_t thread) {
  if (threads_.size() <= thread) return;
  OfThread& t = threads_[thread];
  const bool kept = t.keeps();
  t.published = t.arrived;
  if (kept && !t.keeps()) --kept_;
}

AsyncCopies::Found AsyncCopies::find(uint32_t reader, uint64_t begin, uint32_t bytes) const {
  for (uint64_t word = begin / 4; word <= (begin + bytes - 1) / 4; ++word) {
    if (word >= words_.size() || words_[word].thread == 0) continue;
    const Copy& copy = words_[word];
    const uint32_t thread = copy.thread - 1;
    const OfThread& t = threads_[thread];
    const bool has_arrived = copy.group < t.arrived;
    if (has_arrived && (thread == reader || copy.group < t.published)) continue;
    return {true, has_arrived, thread, copy.site};
  }
  return {};
}

}  // namespace warplab::sim
