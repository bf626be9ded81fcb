// Immediate post-dominators are the dominators of the reversed graph from a virtual exit. Source:
// Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", 1979, the simple
// version, which needs O(m log n) steps on any graph.
#include "ptx/control_flow.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

bool leaves(const Instruction& instruction) {
  return is(instruction, Family::leave) || is(instruction, Family::trap);
}
bool branches(const Instruction& instruction) { return is(instruction, Family::branch); }

// Instruction indices to which a branch can go, each once, in the order of the text: a switch names
// the same label for many of its cases.
std::vector<uint32_t> targets_of(const Instruction& branch) {
  std::vector<uint32_t> targets;
  for (const Operand& operand : branch.operands) {
    if (operand.kind == Operand::Kind::label) targets.push_back(operand.target);
    for (const Operand& element : operand.elements)
      if (element.kind == Operand::Kind::label) targets.push_back(element.target);
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

class PostDominators {
 public:
  // `leaves[b]`: lanes can leave the function at the end of block b.
  PostDominators(std::vector<BasicBlock>& blocks, const std::vector<bool>& leaves)
      : blocks_(blocks),
        exit_(static_cast<uint32_t>(blocks.size())),
        edges_(blocks.size() + 1),
        reversed_(blocks.size() + 1) {
    for (uint32_t block = 0; block < exit_; ++block) {
      for (const uint32_t successor : blocks_[block].successors) connect(block, successor);
      if (leaves[block]) connect(block, exit_);
    }
  }

  void run() {
    connect_endless_loops();
    number_from_exit();
    const std::vector<uint32_t> immediate = dominators();
    for (uint32_t block = 0; block < exit_; ++block) {
      const uint32_t meeting = vertex_[immediate[number_[block]]];
      blocks_[block].immediate_post_dominator = meeting == exit_ ? kFunctionExit : meeting;
    }
  }

 private:
  static constexpr uint32_t kNone = ~0u;

  void connect(uint32_t from, uint32_t to) {
    edges_[from].push_back(to);
    reversed_[to].push_back(from);
  }

  // Loops that never end do not reach the exit. To give the branches inside them a place to meet,
  // the end of the outermost such loop, where it jumps back to its beginning, is taken to reach it.
  void connect_endless_loops() {
    number_from_exit();
    std::vector<uint32_t> candidates = loop_ends();
    // Endless code that the entry does not reach has no beginning: its last block will do.
    for (uint32_t block = exit_; block-- > 0;) candidates.push_back(block);
    for (const uint32_t block : candidates) {
      if (number_[block] != kNone) continue;
      connect(block, exit_);
      visit(block, 0);
    }
  }

  // Blocks that jump back, outer loops first: those whose target comes early on a depth-first walk.
  std::vector<uint32_t> loop_ends() const {
    std::vector<uint32_t> order(edges_.size(), kNone);
    std::vector<bool> open(edges_.size(), false);
    std::vector<std::pair<uint32_t, uint32_t>> back_edges;  // order of the target, source
    std::vector<std::pair<uint32_t, size_t>> stack;
    uint32_t count = 0;
    const auto enter = [&](uint32_t block) {
      order[block] = count++;
      open[block] = true;
      stack.emplace_back(block, 0);
    };
    enter(0);
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == edges_[block].size()) {
        open[block] = false;
        stack.pop_back();
        continue;
      }
      const uint32_t successor = edges_[block][next++];
      if (order[successor] == kNone) enter(successor);
      else if (open[successor]) back_edges.emplace_back(order[successor], block);
    }
    std::sort(back_edges.begin(), back_edges.end());
    std::vector<uint32_t> ends;
    ends.reserve(back_edges.size());
    for (const auto& [target, source] : back_edges) ends.push_back(source);
    return ends;
  }

  void number_from_exit() {
    number_.assign(edges_.size(), kNone);
    vertex_.clear();
    parent_.clear();
    visit(exit_, 0);
  }

  // Numbers blocks depth first along reversed edges. With a stack of its own: functions can be
  // long.
  void visit(uint32_t root, uint32_t parent) {
    std::vector<std::pair<uint32_t, size_t>> stack;
    const auto enter = [&](uint32_t block, uint32_t from) {
      number_[block] = static_cast<uint32_t>(vertex_.size());
      vertex_.push_back(block);
      parent_.push_back(from);
      stack.emplace_back(block, 0);
    };
    enter(root, parent);
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == reversed_[block].size()) {
        stack.pop_back();
        continue;
      }
      const uint32_t predecessor = reversed_[block][next++];
      if (number_[predecessor] == kNone) enter(predecessor, number_[block]);
    }
  }

  // By number: the number of the immediate dominator in the reversed graph.
  std::vector<uint32_t> dominators() {
    const auto count = static_cast<uint32_t>(vertex_.size());
    std::vector<uint32_t> immediate(count, 0);
    std::vector<std::vector<uint32_t>> bucket(count);
    semi_.resize(count);
    std::iota(semi_.begin(), semi_.end(), 0u);
    label_ = semi_;
    ancestor_.assign(count, kNone);
    for (uint32_t w = count; w-- > 1;) {
      for (const uint32_t successor : edges_[vertex_[w]])
        semi_[w] = std::min(semi_[w], semi_[lowest(number_[successor])]);
      bucket[semi_[w]].push_back(w);
      ancestor_[w] = parent_[w];
      for (const uint32_t v : bucket[parent_[w]]) {
        const uint32_t u = lowest(v);
        immediate[v] = semi_[u] < semi_[v] ? u : parent_[w];
      }
      bucket[parent_[w]].clear();
    }
    for (uint32_t w = 1; w < count; ++w)
      if (immediate[w] != semi_[w]) immediate[w] = immediate[immediate[w]];
    return immediate;
  }

  // The vertex of lowest semidominator on the path from v up its tree, the root of it excluded.
  // Makes the path short for the next time.
  uint32_t lowest(uint32_t v) {
    if (ancestor_[v] == kNone) return v;
    std::vector<uint32_t> path;
    for (uint32_t u = v; ancestor_[ancestor_[u]] != kNone; u = ancestor_[u]) path.push_back(u);
    for (; !path.empty(); path.pop_back()) {
      const uint32_t u = path.back();
      const uint32_t above = ancestor_[u];
      if (semi_[label_[above]] < semi_[label_[u]]) label_[u] = label_[above];
      ancestor_[u] = ancestor_[above];
    }
    return label_[v];
  }

  std::vector<BasicBlock>& blocks_;
  uint32_t exit_;
  std::vector<std::vector<uint32_t>> edges_, reversed_;
  std::vector<uint32_t> number_;           // by block
  std::vector<uint32_t> vertex_, parent_;  // by number: the block; the number it was reached from
  std::vector<uint32_t> semi_, label_, ancestor_;  // by number
};

}  // namespace

ControlFlow control_flow(const Function& function) {
  ControlFlow flow;
  const auto count = static_cast<uint32_t>(function.body.size());
  std::vector<bool> begins(count + 1, false);
  begins[0] = true;
  for (uint32_t i = 0; i < count; ++i) {
    const Instruction& instruction = function.body[i];
    if (!branches(instruction) && !leaves(instruction)) continue;
    begins[i + 1] = true;
    if (!branches(instruction)) continue;
    for (const uint32_t target : targets_of(instruction))
      if (target < count) begins[target] = true;
  }

  flow.block_of.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    if (begins[i]) flow.blocks.push_back({i, i, {}, kFunctionExit});
    flow.blocks.back().last = i + 1;
    flow.block_of[i] = static_cast<uint32_t>(flow.blocks.size() - 1);
  }

  std::vector<bool> leaves_function(flow.blocks.size(), false);
  for (uint32_t b = 0; b < flow.blocks.size(); ++b) {
    BasicBlock& block = flow.blocks[b];
    const Instruction& last = function.body[block.last - 1];
    const bool falls_through = last.guard || (!branches(last) && !leaves(last));
    if (leaves(last) || (falls_through && block.last == count)) leaves_function[b] = true;
    if (falls_through && block.last < count) block.successors.push_back(b + 1);
    if (!branches(last)) continue;
    for (const uint32_t target : targets_of(last)) {
      if (target >= count) leaves_function[b] = true;
      else if (!falls_through || flow.block_of[target] != b + 1)
        block.successors.push_back(flow.block_of[target]);
    }
  }
  PostDominators(flow.blocks, leaves_function).run();
  return flow;
}

}  // namespace warplab::ptx
