#pragma once
// Looks at a made-up kernel: two lines, four blocks of two warps.
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "memory/lens.hpp"

namespace warplab::test {

inline constexpr uint64_t kInputAt = 0x10000, kOutputAt = 0x20000;
inline constexpr int kStridedLine = 2, kSharedLine = 3, kStoreLine = 4;

data::LoggedAccess sample_access(uint64_t block, uint32_t warp, uint32_t iteration, int line);

// in[64][64], out[64][64] of f32. Line 2 reads down a column, line 3 has bank conflicts, line 4
// writes a row. The worst of line 2 is block 1, warp 1, iteration 1: all others share sectors.
lens::Look sample_look(const std::string& launch = "step");

app::LensAnswer sample_answer(const std::string& source);

// Answers as a test says, and remembers what was asked.
class ScriptedLens {
 public:
  std::function<app::LensAnswer(const app::LensQuestion&)> answer;
  std::atomic<bool> may_answer = true;

  ScriptedLens();
  ~ScriptedLens();

  app::MakeLensMachine machine();
  std::vector<app::LensQuestion> asked() const;

 private:
  class Machine;
  mutable std::mutex mutex_;
  std::vector<app::LensQuestion> asked_;
};

}  // namespace warplab::test
