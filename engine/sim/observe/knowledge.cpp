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

Knowledge::Link Knowledge::merge_blocks(const Link& a, const Link& b) {
  bool a_is_enough = a->epoch >= b->epoch, b_is_enough = b->epoch >= a->epoch;
  auto both = std::make_shared<Node>();
  both->epoch = std::max(a->epoch, b->epoch);
  both->warps.resize(std::max(a->warps.size(), b->warps.size()));
  for (size_t w = 0; w < both->warps.size(); ++w) {
    const auto x = w < a->warps.size() ? a->warps[w] : nullptr;
    const auto y = w < b->warps.size() ? b->warps[w] : nullptr;
    if (x == y || !y) {
      both->warps[w] = x;
      b_is_enough &= x == y;
    } else if (!x) {
      both->warps[w] = y;
      a_is_enough = false;
    } else {
      LaneClocks most;
      bool x_wins = true, y_wins = true;
      for (size_t l = 0; l < most.size(); ++l) {
        most[l] = std::max((*x)[l], (*y)[l]);
        x_wins &= most[l] == (*x)[l];
        y_wins &= most[l] == (*y)[l];
      }
      both->warps[w] = x_wins ? x : y_wins ? y : std::make_shared<const LaneClocks>(most);
      a_is_enough &= x_wins;
      b_is_enough &= y_wins;
    }
  }
  if (a_is_enough) return a;
  if (b_is_enough) return b;
  return both;
}

Knowledge::Link Knowledge::merge(const Link& a, const Link& b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a->height != b->height) {
    const unsigned height = std::max(a->height, b->height);
    return merge(raise(a, height), raise(b, height));
  }
  if (a->height == 0) return merge_blocks(a, b);
  std::shared_ptr<Node> both;
  bool b_is_enough = true;
  for (unsigned k = 0; k < kFan; ++k) {
    const Link child = merge(a->children[k], b->children[k]);
    b_is_enough &= child == b->children[k];
    if (child == a->children[k]) continue;
    if (!both) both = std::make_shared<Node>(*a);
    both->children[k] = child;
  }
  if (!both) return a;
  if (b_is_enough) return b;
  return both;
}

void Knowledge::add(uint32_t block, uint32_t epoch, uint32_t warp, const LaneClocks& clocks) {
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
  root_ = merge(root_, path);
}

void Knowledge::join(const Knowledge& other) { root_ = merge(root_, other.root_); }

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
