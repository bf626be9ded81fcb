#include "sim/observe/knowledge.hpp"

#include <algorithm>

namespace warplab::sim {

// Makes a tree that reaches `height` out of one that holds only the lowest blocks.
Knowledge::Link Knowledge::raise(Link node, unsigned height) {
  while (node && node->height < height) {
    auto above = std::make_shared<Node>();
    above->height = node->height + 1;
    above->children.resize(kFan);
    above->children[0] = std::move(node);
    node = std::move(above);
  }
  return node;
}

Knowledge::Link Knowledge::merge_blocks(const Link& a, const Link& b, Enough& enough) {
  Enough here{a->epoch >= b->epoch, b->epoch >= a->epoch};
  const size_t warps = std::max(a->warps.size(), b->warps.size());
  const auto clocks = [](const Link& of, size_t w) {
    return w < of->warps.size() ? of->warps[w].get() : nullptr;
  };
  for (size_t w = 0; w < warps; ++w) {
    const LaneClocks *const x = clocks(a, w), *const y = clocks(b, w);
    if (x == y) continue;
    enough.looks += 1;
    uint32_t x_is_less = !x, y_is_less = !y;
    if (x && y)
      for (size_t l = 0; l < x->size(); ++l) {
        x_is_less |= static_cast<uint32_t>((*x)[l] < (*y)[l]);
        y_is_less |= static_cast<uint32_t>((*y)[l] < (*x)[l]);
      }
    here.a &= x_is_less == 0;
    here.b &= y_is_less == 0;
  }
  enough.a &= here.a;
  enough.b &= here.b;
  if (here.b) return b;
  if (here.a) return a;
  auto both = std::make_shared<Node>();
  both->epoch = std::max(a->epoch, b->epoch);
  both->warps = a->warps;
  both->warps.resize(warps);
  for (size_t w = 0; w < b->warps.size(); ++w) {
    const LaneClocks *const x = both->warps[w].get(), *const y = b->warps[w].get();
    if (x == y || !y) continue;
    if (!x) {
      both->warps[w] = b->warps[w];
      continue;
    }
    LaneClocks most;
    for (size_t l = 0; l < most.size(); ++l) most[l] = std::max((*x)[l], (*y)[l]);
    if (most == *y) both->warps[w] = b->warps[w];
    else if (most != *x) both->warps[w] = std::make_shared<const LaneClocks>(most);
  }
  return both;
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
    if (a->children[k] != b->children[k]) merged[k] = merge(a->children[k], b->children[k], here);
  enough.a &= here.a;
  enough.b &= here.b;
  enough.looks += here.looks;
  if (here.b) return b;
  if (here.a) return a;
  auto both = std::make_shared<Node>(*a);
  for (unsigned k = 0; k < kFan; ++k)
    if (merged[k]) both->children[k] = std::move(merged[k]);
  return both;
}

uint64_t Knowledge::add(uint32_t block, uint32_t epoch, uint32_t warp, const LaneClocks& clocks) {
  auto leaf = std::make_shared<Node>();
  leaf->epoch = epoch;
  leaf->warps.resize(warp + 1);
  leaf->warps[warp] = std::make_shared<const LaneClocks>(clocks);
  Link path = std::move(leaf);
  for (uint32_t rest = block; rest != 0; rest >>= kFanBits) {
    auto above = std::make_shared<Node>();
    above->height = path->height + 1;
    above->children.resize(kFan);
    above->children[rest % kFan] = std::move(path);
    path = std::move(above);
  }
  Enough enough;
  root_ = merge(root_, path, enough);
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
  while (node && node->height > 0)
    node = node->children[block >> ((node->height - 1) * kFanBits) & (kFan - 1)].get();
  if (!node) return false;
  if (node->epoch > epoch) return true;
  return warp < node->warps.size() && node->warps[warp] && (*node->warps[warp])[lane] >= clock;
}

}  // namespace warplab::sim
