#pragma once
// One line on the terminal that says what is being done, and goes away.
#include <chrono>
#include <string>

namespace warplab::grader {

class ProgressLine {
 public:
  // Shows nothing where standard error is no terminal.
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text);  // at most ten times a second
  void clear();

 private:
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace warplab::grader
