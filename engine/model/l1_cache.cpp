#include "model/l1_cache.hpp"

#include <algorithm>

#include "model/spread.hpp"

namespace warplab::model {
namespace {
constexpr uint64_t kLineBytes = 128;
}  // namespace

L1Cache::L1Cache(uint64_t bytes, uint64_t ways)
    : ways_(std::max<uint64_t>(ways, 1)),
      sets_(bytes / kLineBytes / ways_),
      lines_(sets_ * ways_) {}

size_t L1Cache::set_of(uint64_t line) const {
  return static_cast<size_t>(spread(line) % sets_ * ways_);
}

L1Cache::Line& L1Cache::line_of(uint64_t line, double now) {
  Line* const set = &lines_[set_of(line)];
  Line* found = nullptr;
  Line* oldest = set;
  for (Line* l = set; l != set + ways_; ++l) {
    if (l->number == line) found = l;
    if (l->used < oldest->used) oldest = l;
  }
  if (!found) {
    *oldest = {line, 0, 0, now};
    found = oldest;
  }
  found->used = ++uses_;
  return *found;
}

L1Cache::Answer L1Cache::load(uint64_t line, uint8_t sectors, double now) {
  if (sets_ == 0) return {sectors, now};
  Line& found = line_of(line, now);
  const Answer answer{static_cast<uint8_t>(sectors & ~found.sectors), found.ready};
  found.sectors |= sectors;
  return answer;
}

void L1Cache::store(uint64_t line, uint8_t sectors, double now) {
  if (sets_ != 0 && sectors != 0) line_of(line, now).sectors |= sectors;
}

void L1Cache::arrives(uint64_t line, double when) {
  if (sets_ == 0) return;
  Line* const set = &lines_[set_of(line)];
  for (Line* l = set; l != set + ways_; ++l)
    if (l->number == line) l->ready = std::max(l->ready, when);
}

}  // namespace warplab::model
