// Immediate post-dominators by the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm", 2001, run on the reversed graph from a virtual exit.
#include "ptx/control_flow.hpp"

#include <algorithm>

namespace warplab::ptx {
namespace {

bool leaves(const Instruction& instruction) {
  return instruction.opcode == "ret" || instruction.opcode == "exit" ||
         instruction.opcode == "trap";
}
bool branches(const Instruction& instruction) {
  return instruction.opcode == "bra" || instruction.opcode == "brx";
}

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
    order_from_exit();
    // Loops that never end do not reach the exit. To give the branches inside them a place to meet,
    // the last block in the text of each such loop, usually its end, is taken to reach it.
    for (uint32_t block = exit_; block-- > 0;) {
      if (number_[block] != kUnreached) continue;
      connect(block, exit_);
      visit(block);
    }
    renumber();
    iterate();
    for (uint32_t block = 0; block < exit_; ++block)
      blocks_[block].immediate_post_dominator =
          immediate_[block] == exit_ ? kFunctionExit : immediate_[block];
  }

 private:
  static constexpr uint32_t kUnreached = ~0u;

  void connect(uint32_t from, uint32_t to) {
    edges_[from].push_back(to);
    reversed_[to].push_back(from);
  }

  void order_from_exit() {
    number_.assign(edges_.size(), kUnreached);
    visit(exit_);
  }

  // Depth first along reversed edges, with a stack of its own: functions can be long chains.
  void visit(uint32_t root) {
    std::vector<std::pair<uint32_t, size_t>> stack{{root, 0}};
    number_[root] = 0;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == reversed_[block].size()) {
        postorder_.push_back(block);
        stack.pop_back();
        continue;
      }
      const uint32_t predecessor = reversed_[block][next++];
      if (number_[predecessor] != kUnreached) continue;
      number_[predecessor] = 0;
      stack.emplace_back(predecessor, 0);
    }
  }

  // One postorder over the graph with the added edges.
  void renumber() {
    postorder_.clear();
    order_from_exit();
    for (uint32_t i = 0; i < postorder_.size(); ++i) number_[postorder_[i]] = i;
  }

  uint32_t common(uint32_t a, uint32_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = immediate_[a];
      while (number_[b] < number_[a]) b = immediate_[b];
    }
    return a;
  }

  void iterate() {
    immediate_.assign(edges_.size(), kUnreached);
    immediate_[exit_] = exit_;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto block = postorder_.rbegin(); block != postorder_.rend(); ++block) {
        if (*block == exit_) continue;
        uint32_t meeting = kUnreached;
        for (const uint32_t successor : edges_[*block]) {
          if (immediate_[successor] == kUnreached) continue;
          meeting = meeting == kUnreached ? successor : common(meeting, successor);
        }
        if (immediate_[*block] == meeting) continue;
        immediate_[*block] = meeting;
        changed = true;
      }
    }
  }

  std::vector<BasicBlock>& blocks_;
  uint32_t exit_;
  std::vector<std::vector<uint32_t>> edges_, reversed_;
  std::vector<uint32_t> postorder_, number_, immediate_;
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
