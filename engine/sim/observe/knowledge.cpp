#include "sim/observe/knowledge.hpp"

#include <algorithm>

namespace warplab::sim {

// Makes a tree that reaches `height` out of one that holds only the lowest blocks.
Knowledge::Link Knowledge::raise(Link node, unsigned height) {
  while (node && node->height < height) {
    auto* const above = new Node;
    above->height = node->height + 1;
    above->children[0] = std::move(node);
    node = Link(above);
  }
  return node;
}

// Which of two holds less than the other for some lane, null being nothing at all.
struct Knowledge::Less {
  bool x, y;
};
Knowledge::Less Knowledge::compare(const Clocks* x, const Clocks* y) {
  if (!x || !y) return {!x, !y};
  uint32_t x_is_less = 0, y_is_less = 0;
  for (size_t l = 0; l < x->of_lanes.size(); ++l) {
    x_is_less |= static_cast<uint32_t>(x->of_lanes[l] < y->of_lanes[l]);
    y_is_less |= static_cast<uint32_t>(y->of_lanes[l] < x->of_lanes[l]);
  }
  return {x_is_less != 0, y_is_less != 0};
}

// Puts what both know in the place of `x`.
void Knowledge::unite(Counted<Clocks>& x, const Counted<Clocks>& y) {
  const Less less = compare(x.get(), y.get());
  if (!less.y) {
    x = y;
    return;
  }
  if (!less.x) return;
  auto* const most = new Clocks;
  for (size_t l = 0; l < most->of_lanes.size(); ++l)
    most->of_lanes[l] = std::max(x->of_lanes[l], y->of_lanes[l]);
  x = Counted<Clocks>(most);
}

Knowledge::Link Knowledge::merge_blocks(const Link& a, const Link& b, Enough& enough) {
  Enough here{a->epoch >= b->epoch, b->epoch >= a->epoch};
  const size_t warps = std::max(a->warps.size(), b->warps.size());
  const auto clocks = [](const Link& of, size_t w) {
    return w < of->warps.size() ? of->warps[w].get() : nullptr;
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
  if (here.b) return b;
  if (here.a) return a;
  auto* const both = new Node;
  both->epoch = std::max(a->epoch, b->epoch);
  both->warps.reserve(warps);
  both->warps = a->warps;
  both->warps.resize(warps);
  for (size_t w = 0; w < b->warps.size(); ++w)
    if (!(both->warps[w] == b->warps[w])) unite(both->warps[w], b->warps[w]);
  return Link(both);
}

// What a lock or a flag hands on is mostly all that was known before, and more. So of two trees
// that hold the same, or of which one holds the other, that one is the result itself, not a copy:
// trees that are handed on share their nodes, and what is shared need not be looked at.
Knowledge::Link Knowledge::merge(const Link& a, const Link& b, Enough& enough) {
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
  std::array<Link, kFan> merged;
  for (unsigned k = 0; k < kFan; ++k)
    if (!(a->children[k] == b->children[k]))
      merged[k] = merge(a->children[k], b->children[k], here);
  enough.a &= here.a;
  enough.b &= here.b;
  enough.looks += here.looks;
  if (here.b) return b;
  if (here.a) return a;
  auto* const both = new Node;
  both->height = a->height;
  for (unsigned k = 0; k < kFan; ++k)
    both->children[k] = merged[k] ? std::move(merged[k]) : a->children[k];
  return Link(both);
}

Knowledge::Link Knowledge::alone(unsigned height, const News& news) {
  auto* const leaf = new Node;
  leaf->epoch = news.epoch;
  leaf->warps.resize(news.warp + 1);
  leaf->warps[news.warp] = news.clocks;
  Link path(leaf);
  for (unsigned k = 0; k < height; ++k) {
    auto* const above = new Node;
    above->height = k + 1;
    above->children[digit(news.block, k + 1)] = std::move(path);
    path = Link(above);
  }
  return path;
}

Knowledge::Link Knowledge::with_clocks(const Link& a, const News& news, Enough& enough) {
  Enough here{a->epoch >= news.epoch, news.epoch >= a->epoch};
  const size_t warps = std::max<size_t>(a->warps.size(), news.warp + 1);
  for (size_t w = 0; w < warps; ++w) {
    const Clocks* const x = w < a->warps.size() ? a->warps[w].get() : nullptr;
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
  if (here.a) return a;
  auto* const both = new Node;
  both->epoch = std::max(a->epoch, news.epoch);
  both->warps.reserve(warps);
  both->warps = a->warps;
  both->warps.resize(warps);
  unite(both->warps[news.warp], news.clocks);
  return Link(both);
}

Knowledge::Link Knowledge::with(const Link& a, unsigned height, const News& news, Enough& enough) {
  if (!a) {
    enough.a = false;
    return alone(height, news);
  }
  enough.looks += 1;
  if (height == 0) return with_clocks(a, news, enough);
  const unsigned place = digit(news.block, height);
  Enough here;
  Link below = with(a->children[place], height - 1, news, here);
  for (unsigned k = 0; k < kFan; ++k) here.b &= k == place || !a->children[k];
  enough.a &= here.a;
  enough.b &= here.b;
  enough.looks += here.looks;
  if (here.a && !here.b) return a;
  auto* const both = new Node;
  both->height = height;
  if (!here.b) both->children = a->children;
  both->children[place] = std::move(below);
  return Link(both);
}

uint64_t Knowledge::add(uint32_t block, uint32_t epoch, uint32_t warp, const LaneClocks& clocks) {
  auto* const copy = new Clocks;
  copy->of_lanes = clocks;
  const News news{block, epoch, warp, Counted<Clocks>(copy)};
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

uint64_t Knowledge::join(const Knowledge& other) {
  Enough enough;
  root_ = merge(root_, other.root_, enough);
  return enough.looks;
}

bool Knowledge::covers(uint32_t block, uint32_t epoch, uint32_t warp, unsigned lane,
                       uint32_t clock) const {
  const Node* node = root_.get();
  if (!node || (node->height < 8 && block >> (node->height * kFanBits) != 0)) return false;
  while (node && node->height > 0) node = node->children[digit(block, node->height)].get();
  if (!node) return false;
  if (node->epoch > epoch) return true;
  return warp < node->warps.size() && node->warps[warp] &&
         node->warps[warp]->of_lanes[lane] >= clock;
}

}  // namespace warplab::sim
