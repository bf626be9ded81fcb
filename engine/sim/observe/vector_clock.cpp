#include "sim/observe/vector_clock.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplab::sim {

// Makes a tree that reaches `height` out of one that holds only the lowest blocks.
VectorClock::Link VectorClock::raise(Link node, unsigned height) {
  while (node && node->height < height) {
    auto* const above = new Inner(node->height + 1);
    above->children[0] = std::move(node);
    node = Link(above);
  }
  return node;
}

namespace {

template <class Values>
std::pair<bool, bool> compare_lanes(const Values& x, const Values& y) {
  typename Values::value_type x_is_less = 0, y_is_less = 0;
  for (size_t l = 0; l < x.size(); ++l) {
    x_is_less |= static_cast<typename Values::value_type>(x[l] < y[l]);
    y_is_less |= static_cast<typename Values::value_type>(y[l] < x[l]);
  }
  return {x_is_less != 0, y_is_less != 0};
}

}  // namespace

VectorClock::Clocks::Clocks(const LaneClocks& of_lanes) {
  if (std::ranges::any_of(of_lanes, [](uint32_t c) { return c > 0xff; }))
    all_ = std::make_unique<const LaneClocks>(of_lanes);
  else
    std::ranges::transform(of_lanes, bytes_.begin(),
                           [](uint32_t c) { return static_cast<uint8_t>(c); });
}

VectorClock::Clocks::Clocks(const Clocks& a, const Clocks& b) {
  if (!a.all_ && !b.all_) {
    for (size_t l = 0; l < bytes_.size(); ++l) bytes_[l] = std::max(a.bytes_[l], b.bytes_[l]);
    return;
  }
  LaneClocks most;
  for (size_t l = 0; l < most.size(); ++l) most[l] = std::max(a.of(l), b.of(l));
  all_ = std::make_unique<const LaneClocks>(most);
}

VectorClock::Less VectorClock::Clocks::compare(const Clocks& other) const {
  if (!all_ && !other.all_) {
    const auto [x, y] = compare_lanes(bytes_, other.bytes_);
    return {x, y};
  }
  if (all_ && other.all_) {
    const auto [x, y] = compare_lanes(*all_, *other.all_);
    return {x, y};
  }
  Less less{};
  for (size_t l = 0; l < bytes_.size(); ++l) {
    less.x |= of(l) < other.of(l);
    less.y |= other.of(l) < of(l);
  }
  return less;
}

// Null is nothing at all.
VectorClock::Less VectorClock::compare(const Clocks* x, const Clocks* y) {
  if (!x || !y) return {!x, !y};
  return x->compare(*y);
}

// Puts what both know in the place of `x`.
void VectorClock::unite(Counted<Clocks>& x, const Counted<Clocks>& y) {
  const Less less = compare(x.get(), y.get());
  if (!less.y) {
    x = y;
    return;
  }
  if (!less.x) return;
  x = Counted<Clocks>(new Clocks(*x, *y));
}

VectorClock::Link VectorClock::merge_blocks(const Link& one, const Link& other, Enough& enough) {
  const Leaf &a = leaf(one), &b = leaf(other);
  Enough here{a.phase >= b.phase, b.phase >= a.phase};
  const size_t warps = std::max(a.warps.size(), b.warps.size());
  const auto clocks = [](const Leaf& of, size_t w) {
    return w < of.warps.size() ? of.warps[w].get() : nullptr;
  };
  for (size_t w = 0; w < warps; ++w) {
    const Clocks *const x = clocks(a, w), *const y = clocks(b, w);
    if (x == y) continue;
    enough.looks += 1;
    if (!here.a && !here.b) continue;  // it is known already
    const Less less = compare(x, y);
    here.a &= !less.x;
    here.b &= !less.y;
  }
  enough.a &= here.a;
  enough.b &= here.b;
  if (here.b) return other;
  if (here.a) return one;
  auto* const both = new Leaf(std::max(a.phase, b.phase), warps);
  std::ranges::copy(a.warps, both->warps.begin());
  for (size_t w = 0; w < b.warps.size(); ++w)
    if (!(both->warps[w] == b.warps[w])) unite(both->warps[w], b.warps[w]);
  return Link(both);
}

// What a lock or a flag hands on is mostly all that was known before, and more. So of two trees
// that hold the same, or of which one holds the other, that one is the result itself, not a copy:
// trees that are handed on share their nodes, and what is shared need not be looked at.
VectorClock::Link VectorClock::merge(const Link& a, const Link& b, Enough& enough) {
  if (a == b) return b;
  if (!b) {
    enough.b = false;
    return a;
  }
  if (!a) {
    enough.a = false;
    return b;
  }
  if (a->height != b->height) {
    const unsigned height = std::max(a->height, b->height);
    return merge(raise(a, height), raise(b, height), enough);
  }
  enough.looks += 1;
  if (a->height == 0) return merge_blocks(a, b, enough);
  Enough here;
  const std::array<Link, kFan>&x = inner(a).children, &y = inner(b).children;
  std::array<Link, kFan> merged;
  for (unsigned k = 0; k < kFan; ++k)
    if (!(x[k] == y[k])) merged[k] = merge(x[k], y[k], here);
  enough.a &= here.a;
  enough.b &= here.b;
  enough.looks += here.looks;
  if (here.b) return b;
  if (here.a) return a;
  auto* const both = new Inner(a->height);
  for (unsigned k = 0; k < kFan; ++k) both->children[k] = merged[k] ? std::move(merged[k]) : x[k];
  return Link(both);
}

VectorClock::Link VectorClock::alone(unsigned height, const News& news) {
  auto* const lowest = new Leaf(news.phase, news.warp + 1);
  lowest->warps[news.warp] = news.clocks;
  Link path(lowest);
  for (unsigned k = 0; k < height; ++k) {
    auto* const above = new Inner(k + 1);
    above->children[digit(news.block, k + 1)] = std::move(path);
    path = Link(above);
  }
  return path;
}

VectorClock::Link VectorClock::with_clocks(const Link& known, const News& news, Enough& enough) {
  const Leaf& a = leaf(known);
  Enough here{a.phase >= news.phase, news.phase >= a.phase};
  const size_t warps = std::max<size_t>(a.warps.size(), news.warp + 1);
  for (size_t w = 0; w < warps; ++w) {
    const Clocks* const x = w < a.warps.size() ? a.warps[w].get() : nullptr;
    const Clocks* const y = w == news.warp ? news.clocks.get() : nullptr;
    if (x == y) continue;
    enough.looks += 1;
    const Less less = compare(x, y);
    here.a &= !less.x;
    here.b &= !less.y;
  }
  enough.a &= here.a;
  enough.b &= here.b;
  if (here.b) return alone(0, news);
  if (here.a) return known;
  auto* const both = new Leaf(std::max(a.phase, news.phase), warps);
  std::ranges::copy(a.warps, both->warps.begin());
  unite(both->warps[news.warp], news.clocks);
  return Link(both);
}

VectorClock::Link VectorClock::with(const Link& a, unsigned height, const News& news,
                                    Enough& enough) {
  if (!a) {
    enough.a = false;
    return alone(height, news);
  }
  enough.looks += 1;
  if (height == 0) return with_clocks(a, news, enough);
  const unsigned place = digit(news.block, height);
  const std::array<Link, kFan>& children = inner(a).children;
  Enough here;
  Link below = with(children[place], height - 1, news, here);
  for (unsigned k = 0; k < kFan; ++k) here.b &= k == place || !children[k];
  enough.a &= here.a;
  enough.b &= here.b;
  enough.looks += here.looks;
  if (here.a && !here.b) return a;
  auto* const both = new Inner(height);
  if (!here.b) both->children = children;
  both->children[place] = std::move(below);
  return Link(both);
}

uint64_t VectorClock::add(uint32_t block, uint32_t phase, uint32_t warp, const LaneClocks& clocks) {
  const News news{block, phase, warp, Counted<Clocks>(new Clocks(clocks))};
  unsigned height = 0;
  for (uint32_t rest = block; rest != 0; rest >>= kFanBits) ++height;
  if (root_) {
    root_ = raise(std::move(root_), height);
    height = root_->height;
  }
  Enough enough;
  root_ = with(root_, height, news, enough);
  return enough.looks;
}

uint64_t VectorClock::join(const VectorClock& other) {
  Enough enough;
  root_ = merge(root_, other.root_, enough);
  return enough.looks;
}

uint32_t VectorClock::covered(uint32_t block, uint32_t phase, uint32_t warp, uint32_t lanes,
                              uint32_t clock) const {
  if (!root_ || (root_->height < 8 && block >> (root_->height * kFanBits) != 0)) return 0;
  const Link* node = &root_;
  while (*node && (*node)->height > 0) node = &inner(*node).children[digit(block, (*node)->height)];
  if (!*node) return 0;
  const Leaf& of_block = leaf(*node);
  if (of_block.phase > phase) return lanes;
  if (warp >= of_block.warps.size() || !of_block.warps[warp]) return 0;
  const Clocks& clocks = *of_block.warps[warp];
  uint32_t covered = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    if (clocks.of(static_cast<size_t>(std::countr_zero(rest))) >= clock) covered |= rest & -rest;
  return covered;
}

}  // namespace warplab::sim
