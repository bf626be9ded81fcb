#pragma once
// Something for each block that is running. Of a block that has ended, it is used again: its memory
// is worth keeping, its content is for the owner to reset.
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/state/runner.hpp"

namespace warplab::sim {

template <class State>
class PerBlock {
 public:
  State& start(const Block& block) {
    std::unique_ptr<State> state;
    if (free_.empty()) {
      state = std::make_unique<State>();
    } else {
      state = std::move(free_.back());
      free_.pop_back();
    }
    last_block_ = &block;
    last_ = state.get();
    running_[&block] = std::move(state);
    return *last_;
  }
  void end(const Block& block) {
    const auto it = running_.find(&block);
    if (it == running_.end()) return;
    free_.push_back(std::move(it->second));
    running_.erase(it);
    last_block_ = nullptr;
  }
  // Of a block that has started and not ended. The same block is asked for many times in a row.
  State& of(const Block& block) {
    if (&block != last_block_) {
      last_ = running_.at(&block).get();
      last_block_ = &block;
    }
    return *last_;
  }
  template <class F>
  void each(F f) const {
    for (const auto& [block, state] : running_) f(*block, *state);
  }
  size_t running() const { return running_.size(); }
  bool has(const Block& block) const { return running_.contains(&block); }
  void clear() {
    running_.clear();
    free_.clear();
    last_block_ = nullptr;
  }

 private:
  std::unordered_map<const Block*, std::unique_ptr<State>> running_;
  std::vector<std::unique_ptr<State>> free_;
  const Block* last_block_ = nullptr;
  State* last_ = nullptr;
};

}  // namespace warplab::sim
