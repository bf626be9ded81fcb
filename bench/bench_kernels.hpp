#pragma once
// The kernels that sim_bench times, each with the launch that its name promises.
#include <string>
#include <vector>

#include "sim/simulate.hpp"

namespace warplab::bench {

struct BenchBuffer {
  std::string name;
  uint64_t elements = 0;  // of 4 bytes
  bool is_output = false;
};

struct BenchKernel {
  std::string name;    // "column-sums 16384 x 16384"
  std::string slug;    // "column-sums"
  std::string source;  // CUDA C++
  std::string kernel;
  Dim3 grid, block;
  std::vector<BenchBuffer> buffers;
  std::vector<int32_t> scalars;  // passed after the buffers
  // Threads meet in memory, so that exact tracking is what is timed. Of a wrong kernel findings are
  // expected, of a right one none.
  bool is_wrong = false;
};

std::vector<BenchKernel> bench_kernels();

}  // namespace warplab::bench
