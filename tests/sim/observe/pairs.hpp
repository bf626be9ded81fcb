#pragma once
// Pairs of kernels in data/: `racy` does something wrong and `fixed` the same thing right. The
// first lines of the .cu file say what to run and find:
//
//   // What it is about.
//   // buffer: in i32 128 [uninitialized] [must_be_written]
//   // launch: grid=1 block=128 args=in,out     (one line a launch; kernel=NAME for another kernel)
//   // expect: race
//
// and comments "// first" and "// second" mark the lines of the finding. Buffers are filled with
// small numbers.
#include <string>
#include <vector>

#include "ptx/module.hpp"
#include "sim/simulate.hpp"

namespace warplab::sim_observe {

struct Pair {
  std::string name;
  ptx::Module module;
  struct NamedBuffer {
    std::string name;
    sim::ElementType element;
    uint64_t count;
    bool uninitialized = false, must_be_written = false;
  };
  std::vector<NamedBuffer> buffers;
  std::vector<sim::Launch> launches;    // those without a kernel are of `racy` or `fixed`
  std::string expected;                 // name of a finding's kind
  int first_line = 0, second_line = 0;  // 0: not marked
};

// Every pair, by name. Throws std::runtime_error for what cannot be read.
std::vector<Pair> load_pairs();
sim::Report run(const Pair& pair, const std::string& kernel, const sim::Options& options);

}  // namespace warplab::sim_observe
