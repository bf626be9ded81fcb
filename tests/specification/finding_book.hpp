#pragma once
// Findings of a run as they come up, at most one for each kind and line, and the sentences that
// they become.
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/finding.hpp"

namespace warplab::sim::plain {

// One thing that happened to one thread.
struct Event {
  FindingKind kind = FindingKind::note;
  int line = 0;
  int other_line = 0;   // of what the others do
  uint64_t block = 0;   // linear
  uint32_t thread = 0;  // linear in the block
  // An access that failed: "reads", the element, and where it should have been.
  std::string verb;
  std::string buffer;     // name, empty when the address belongs to nothing known
  std::string element;    // "a[1024]"
  std::string extent;     // "1 element past the end of a (1024 elements)"
  std::string alignment;  // "a[1], an address which is not a multiple of 16: ...", if known
  bool is_input = false;  // the buffer is one that kernels only read
  int64_t index = -1;
  uint64_t address = 0;
  uint32_t bytes = 0;
  // What other kinds say: "device assertion `i < n` failed".
  std::string text;
  Told told;  // the same of what both engines say alike
};

// A sentence, with its advice behind the first colon or semicolon.
Told in_two(const std::string& text);

class FindingBook {
 public:
  void add(const Event& event);
  // Sorted by line, then place, with messages made for blocks of `block` in `grid` threads.
  std::vector<Finding> findings(const Dim3& grid, const Dim3& block) const;

 private:
  struct Entry {
    Event first;  // of the first thread in block and thread order
    uint64_t count = 0;
  };
  std::map<std::tuple<int, FindingKind, int>, Entry> entries_;  // line, kind, other line
};

}  // namespace warplab::sim::plain
