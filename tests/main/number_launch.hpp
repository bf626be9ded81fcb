#pragma once
// What short kernels of tests are run on: a few buffers of 64 numbers and a length.
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/simulate.hpp"

namespace warplab::test {

// A buffer of 64 floats for each of `names`, all zeros at first, and a launch of the kernel `k` on
// them, in their order, and on n = 48: one block of 64 threads. Stays where it is, since buffers
// point into it.
struct NumberLaunch {
  explicit NumberLaunch(const std::vector<std::string>& names)
      : numbers(names.size(), std::vector<float>(64)), buffers(names.size()) {
    for (size_t b = 0; b < names.size(); ++b) {
      buffers[b].name = names[b];
      buffers[b].shape = {numbers[b].size()};
      buffers[b].bytes = std::as_writable_bytes(std::span(numbers[b]));
      launch.arguments.push_back({static_cast<int>(b), {}});
    }
    launch.kernel = "k";
    launch.grid = {1, 1, 1};
    launch.block = {64, 1, 1};
    const int n = 48;
    sim::Argument& count = launch.arguments.emplace_back();
    count.value.resize(sizeof n);
    std::memcpy(count.value.data(), &n, sizeof n);
  }
  NumberLaunch(const NumberLaunch&) = delete;
  NumberLaunch& operator=(const NumberLaunch&) = delete;

  std::vector<std::vector<float>> numbers;
  std::vector<sim::Buffer> buffers;
  sim::Launch launch;
};

}  // namespace warplab::test
