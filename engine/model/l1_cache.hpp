#pragma once
// The tags of a multiprocessor's L1 cache: lines of 128 bytes in sets, the least recently used one
// goes, sectors of 32 bytes come one by one. (Jia et al., arXiv 1804.06826, section 3.)
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplab::model {

class L1Cache {
 public:
  // Of `bytes` (0: it holds nothing) with `ways` lines a set.
  L1Cache(uint64_t bytes, uint64_t ways);

  struct Answer {
    uint8_t missing = 0;  // sectors that are neither there nor on their way
    double ready = 0;     // when the others are, clk
  };
  // A load of some sectors of a line at `now`. Those that are missing are on their way from now on:
  // say when they come with arrives().
  Answer load(uint64_t line, uint8_t sectors, double now);
  void arrives(uint64_t line, double when);
  // A store of whole sectors: they are there from then on, and are written through to L2 as well.
  void store(uint64_t line, uint8_t sectors, double now);

 private:
  struct Line {
    uint64_t number = ~uint64_t{0};
    uint64_t used = 0;
    uint8_t sectors = 0;
    double ready = 0;  // its latest sector
  };
  // The line, which takes the place of the oldest of its set if it is not there.
  Line& line_of(uint64_t line, double now);
  // The first line of a set. Multiplied, because columns of a matrix are powers of two apart, and
  // hardware mixes the address's bits, too.
  size_t set_of(uint64_t line) const;

  uint64_t ways_ = 1, sets_ = 0, uses_ = 0;
  std::vector<Line> lines_;
};

}  // namespace warplab::model
