#pragma once
// The launches that bench/launches/launches.json lists: kernels, grids and buffers that a GPU runs
// and that a model of GPUs is judged on. Every program that needs them reads them from here.
//
// An entry: {"name", "file": the .cu beside the list, "kernel", "n": the values of the name n (one
// launch for each), "grid", "block": up to three expressions in n, "shared": bytes of dynamic
// shared memory, "buffers": [[name, type, elements, fill], ...], "arguments": a buffer's name or
// {type: expression}}. A fill: "none", "zeros", "uniform" in [0, 1), "below K": whole numbers from
// 0 to K - 1, K an expression; all by data::RandomStream(1, name of the buffer).
#include <string>
#include <vector>

#include "base/result.hpp"
#include "data/launch.hpp"

namespace warplab::bench {

enum class Fill : uint8_t { none, zeros, uniform, below };

struct ListedBuffer {
  std::string name;
  data::ElementType element = data::ElementType::f32;
  uint64_t elements = 0;
  Fill fill = Fill::none;
  uint64_t bound = 0;  // of Fill::below
};

struct ListedLaunch {
  std::string name;  // "copy 32 x 32, n 4096": unique
  std::string file;  // "copy.cu"
  data::Launch launch;
  std::vector<ListedBuffer> buffers;
  uint64_t bytes() const;  // of all buffers
};

Result<std::vector<ListedLaunch>> read_launch_list(const std::string& path);

// The content of a buffer before the launch; zeros where the fill is none.
std::vector<std::byte> content_of(const ListedBuffer& buffer);

}  // namespace warplab::bench
