#pragma once
// What buffers hold for a recording: zeros, and what decides where its warps go, made of as few
// elements as will do. Any content of the others gives the same trace (model/data_dependence.hpp).
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "sim/record.hpp"
#include "verdict/plan/prepared_run.hpp"

namespace warplab::verdict {

class DecidingContent {
 public:
  // Both must outlive it. `seed_index` as for exercise::fill().
  DecidingContent(const exercise::Exercise& exercise, const exercise::Case& setup,
                  uint64_t seed_index);

  // Makes what decided in this recording and was still zeros; false: there was nothing, and the
  // recording is right. The Error is a sentence: it would be too much.
  Result<bool> add(const sim::Recording& recording);

  // Buffers of which nothing was made are empty.
  const RunMemory& memory() const { return memory_; }

 private:
  Result<bool> add_all_of(size_t index);
  Result<bool> add_lines_of(size_t index, uint64_t begin, uint64_t end);
  Result<bool> have_memory(size_t index);

  const exercise::Exercise& exercise_;
  const exercise::Case& setup_;
  uint64_t seed_index_;
  RunMemory memory_;
  std::vector<std::vector<bool>> made_;  // by buffer and line; empty: nothing of it
  std::vector<bool> is_whole_;
  uint64_t whole_bytes_ = 0;
  int recordings_ = 0;
};

}  // namespace warplab::verdict
