#include "sim/state/async_copies.hpp"

namespace warplab::sim {

void AsyncCopies::clear() {
  if (threads_.empty()) return;
  threads_.clear();
  writers_.assign(writers_.size(), 0);
  count_ = 0;
}

void AsyncCopies::start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  if (writers_.size() < (begin + bytes + 3) / 4) writers_.resize((begin + bytes + 3) / 4);
  OfThread& t = threads_[thread];
  t.copies.push_back({begin, bytes, site, t.committed});
  for (uint32_t word = begin / 4; word < (begin + bytes + 3) / 4; ++word)
    writers_[word] = thread + 1;
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
        writers_[word] = 0;
  count_ -= std::erase_if(t.copies, has_come);
}

AsyncCopies::Found AsyncCopies::find(uint64_t begin, uint32_t bytes) const {
  for (uint64_t word = begin / 4; word <= (begin + bytes - 1) / 4; ++word) {
    if (word >= writers_.size() || writers_[word] == 0) continue;
    const uint32_t thread = writers_[word] - 1;
    for (const Copy& c : threads_[thread].copies)
      if (begin < c.begin + c.bytes && c.begin < begin + bytes) return {true, thread, c.site};
  }
  return {};
}

}  // namespace warplab::sim
