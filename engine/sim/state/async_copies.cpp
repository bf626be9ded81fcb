#include "sim/state/async_copies.hpp"

#include <algorithm>
#include <iterator>

namespace warplab::sim {
namespace {

// Of one thread, that are remembered. Those before them count as known.
constexpr size_t kMostArrivals = 1024;
// Words of all threads that are copied from what can be written. Where more are on their way those
// before them count as read.
constexpr size_t kMostSources = 1u << 16;

// Of the word, which of the bytes lie in [begin, begin + bytes).
uint8_t bytes_of_word(uint64_t word, uint64_t begin, uint32_t bytes) {
  uint8_t all = 0;
  for (unsigned k = 0; k < 4; ++k)
    if (const uint64_t at = word * 4 + k; at >= begin && at < begin + bytes)
      all |= static_cast<uint8_t>(1u << k);
  return all;
}

}  // namespace

void AsyncCopies::clear() {
  if (threads_.empty()) return;
  for (OfThread& t : threads_) t.clear();
  phases_.clear();
  std::ranges::fill(words_, Copy{});
  sources_.clear();
  source_count_ = 0;
  kept_ = 0;
}

AsyncCopies::Copy AsyncCopies::begins(uint32_t thread, uint32_t site) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  OfThread& t = threads_[thread];
  if (!t.keeps()) ++kept_;
  t.end = t.open + 1;
  t.last_copy = t.next_arrival();
  return {thread + 1, site, t.open, t.next_arrival()};
}

void AsyncCopies::start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site) {
  if (words_.size() < (begin + bytes + 3) / 4) words_.resize((begin + bytes + 3) / 4);
  const Copy copy = begins(thread, site);
  for (uint32_t word = begin / 4; word < (begin + bytes + 3) / 4; ++word) words_[word] = copy;
}

void AsyncCopies::read(uint32_t thread, uint64_t address, uint32_t bytes, uint32_t site) {
  if (none() || source_count_ >= kMostSources) forget_known_sources();
  Copy copy = begins(thread, site);
  for (uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
    copy.taken = bytes_of_word(word, address, bytes);
    std::vector<Copy>& at = sources_[word];
    const auto mine = std::ranges::lower_bound(at, copy.thread, {}, &Copy::thread);
    if (mine != at.end() && mine->thread == copy.thread) {
      *mine = copy;
    } else {
      at.insert(mine, copy);
      ++source_count_;
    }
  }
}

void AsyncCopies::forget_known_sources() {
  if (!none())
    for (auto at = sources_.begin(); at != sources_.end();) {
      source_count_ -= std::erase_if(at->second, [&](const Copy& c) { return is_known_to_all(c); });
      at = at->second.empty() ? sources_.erase(at) : std::next(at);
    }
  if (!none() && source_count_ < kMostSources / 2) return;
  sources_.clear();
  source_count_ = 0;
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
  bool more = false;
  for (Phases& p : phases_)
    if (thread < p.known.size() && p.known[thread] > p.published) {
      p.publish(p.known[thread]);
      more = true;
    }
  if (more)
    for (OfThread& t : threads_) settle(t);
  if (threads_.size() <= thread) return;
  OfThread& t = threads_[thread];
  const bool kept = t.keeps();
  t.published = t.arrived;
  if (kept && !t.keeps()) --kept_;
}

void AsyncCopies::Phases::publish(uint64_t phases) {
  published = phases;
  ahead = static_cast<uint32_t>(
      std::ranges::count_if(known, [&](uint64_t of_thread) { return of_thread > published; }));
}

AsyncCopies::Phases& AsyncCopies::phases_of(uint32_t object) {
  for (Phases& p : phases_)
    if (p.object == object) return p;
  phases_.push_back({object, {}, 0, 0});
  return phases_.back();
}

const AsyncCopies::Phases* AsyncCopies::find_phases(uint32_t object) const {
  for (const Phases& p : phases_)
    if (p.object == object) return &p;
  return nullptr;
}

void AsyncCopies::settle(OfThread& t) {
  const bool kept = t.keeps();
  size_t known = t.arrivals.size() > kMostArrivals ? kMostArrivals / 2 : 0;
  for (; known < t.arrivals.size(); ++known) {
    const Phases* const p = find_phases(t.arrivals[known].object);
    if (p && p->published <= t.arrivals[known].phase) break;
  }
  t.arrivals.erase(t.arrivals.begin(), t.arrivals.begin() + static_cast<std::ptrdiff_t>(known));
  t.first_arrival += known;
  if (kept && !t.keeps()) --kept_;
}

const AsyncCopies::Arrival* AsyncCopies::arrival_of(const Copy& copy, const OfThread& t) const {
  if (copy.arrival < t.first_arrival || copy.arrival >= t.next_arrival()) return nullptr;
  return &t.arrivals[copy.arrival - t.first_arrival];
}

bool AsyncCopies::is_known(const Arrival& arrival, uint32_t reader) const {
  const Phases* const p = find_phases(arrival.object);
  return p != nullptr && reader < p->known.size() && p->known[reader] > arrival.phase;
}

void AsyncCopies::arrive_at(uint32_t thread, uint32_t object, uint64_t phase) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  phases_of(object);
  threads_[thread].arrivals.push_back({object, phase});
  settle(threads_[thread]);
}

void AsyncCopies::waited(uint32_t thread, uint32_t object, uint64_t phases, uint32_t threads) {
  if (find_phases(object) == nullptr) return;
  Phases& p = phases_of(object);
  p.known.resize(threads);
  uint64_t& known = p.known[thread];
  if (phases <= known) return;
  if (known <= p.published && phases > p.published) ++p.ahead;
  known = phases;
  if (p.ahead < threads) return;
  p.publish(*std::ranges::min_element(p.known));
  for (OfThread& t : threads_) settle(t);
}

void AsyncCopies::made(uint32_t object) {
  if (find_phases(object) == nullptr) return;
  std::erase_if(phases_, [&](const Phases& p) { return p.object == object; });
  for (OfThread& t : threads_) settle(t);
}

bool AsyncCopies::is_known_to_all(const Copy& copy) const {
  const OfThread& t = threads_[copy.thread - 1];
  if (copy.group < t.published || copy.arrival < t.first_arrival) return true;
  const Arrival* const arrival = arrival_of(copy, t);
  if (!arrival) return false;
  const Phases* const p = find_phases(arrival->object);
  return p == nullptr || p->published > arrival->phase;  // null: an object that is no more
}

AsyncCopies::Found AsyncCopies::open_to(uint32_t reader, Copy& copy, uint32_t site) {
  const uint32_t thread = copy.thread - 1;
  const OfThread& t = threads_[thread];
  const Arrival* const arrival = arrival_of(copy, t);
  const bool has_arrived = copy.group < t.arrived;
  if (has_arrived && thread == reader) return {};
  if (arrival && is_known(*arrival, reader)) return {};
  copy.told_at = site + 1;
  return {true,
          has_arrived,
          thread,
          copy.site,
          arrival != nullptr,
          arrival ? arrival->object : 0,
          copy.group < t.open};
}

// What all know to be there is forgotten, so that it is found out once.
AsyncCopies::Found AsyncCopies::find(uint32_t reader, uint64_t begin, uint32_t bytes,
                                     uint32_t site) {
  const uint64_t end = std::min<uint64_t>((begin + bytes - 1) / 4 + 1, words_.size());
  for (uint64_t word = begin / 4; word < end; ++word) {
    Copy& copy = words_[word];
    if (copy.thread == 0 || copy.told_at == site + 1) continue;
    if (is_known_to_all(copy)) copy.thread = 0;
    else if (const Found found = open_to(reader, copy, site); found.is_there) return found;
  }
  return {};
}

AsyncCopies::Found AsyncCopies::find_source(uint32_t writer, uint64_t address, uint32_t bytes,
                                            uint32_t site) {
  if (sources_.empty()) return {};
  for (uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
    const auto at = sources_.find(word);
    if (at == sources_.end()) continue;
    for (Copy& copy : at->second) {
      if (copy.told_at == site + 1 || !(copy.taken & bytes_of_word(word, address, bytes))) continue;
      if (is_known_to_all(copy)) continue;
      if (const Found found = open_to(writer, copy, site); found.is_there) return found;
    }
  }
  return {};
}

}  // namespace warplab::sim
