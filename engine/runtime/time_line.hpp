#pragma once
// When operations of streams would run on a GPU: each begins when all that comes before it, and the
// part of the GPU that does it, is done. It copies in both directions beside kernels (CUDA C++
// Programming Guide, "Overlap of Data Transfer and Kernel Execution"); kernels take turns, as those
// that fill the GPU do.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/stream_order.hpp"

namespace warplab::runtime {

enum class Engine : uint8_t { kernels, to_device, to_host, within_device };
inline constexpr size_t kEngines = 4;

// What a copy takes: PCIe 5.0 with 16 lanes moves 63 GB/s each way, of which pinned memory reaches
// 55 on an H100, and each copy has some 2 us beside it.
double copy_microseconds(uint64_t bytes, Engine engine);

class TimeLine {
 public:
  struct Span {
    uint32_t stream = 0;
    Engine engine = Engine::kernels;
    double begin = 0, end = 0;  // microseconds from the first one's begin
  };

  // `known`: how many operations of each stream come before it, those of its own too.
  void add(const Moment& moment, const std::map<uint32_t, uint64_t>& known, Engine engine,
           double microseconds);
  // Of the time that all take one after the other, the part that is saved.
  double overlap() const;
  const std::vector<Span>& spans() const { return spans_; }

 private:
  // By stream: when its operations have ended, in their order.
  std::map<uint32_t, std::vector<double>> ended_;
  std::array<double, kEngines> free_{};
  std::vector<Span> spans_;
  double sum_ = 0, last_ = 0;
};

}  // namespace warplab::runtime
