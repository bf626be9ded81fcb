#pragma once
// Numbers about the window itself, for `--measure`.
#include <string>
#include <vector>

namespace warplab::app {

class FrameTimes {
 public:
  void add(double milliseconds) { times_.push_back(milliseconds); }
  std::string text() const;  // frames a second, median, 99th percentile and worst

 private:
  std::vector<double> times_;
};

// "memory: 143 MB resident", a line; from /proc.
std::string memory_text();

}  // namespace warplab::app
