#include "sim/state/async_copies.hpp"

namespace warplab::sim {

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

}  // namespace warplab::sim
