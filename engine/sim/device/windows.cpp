#include "sim/device/windows.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "data/random.hpp"

namespace warplab::sim {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30, kTiB = uint64_t{1} << 40;
constexpr uint64_t kAddresses = uint64_t{1} << 47;  // of a process, and so of its GPU
constexpr uint64_t kLowest = 32 * kGiB;             // truncated pointers are noticed
constexpr uint64_t kWindowAlignment = uint64_t{16} << 20;
// What parameters and functions may begin with that windows of memory may not.
constexpr uint64_t kParamAlignment = 256, kFunctionAlignment = 128;
// On either side of the middle of global memory, without and with a heap.
constexpr uint64_t kGlobalRoom = 256 * kGiB, kHeapRoom = kTiB / 2;

}  // namespace

AddressPlan draw_addresses(uint64_t placement, bool has_heap) {
  const data::RandomStream random(placement, "addresses");
  uint64_t drawn = 0;
  const auto below = [&](uint64_t end) { return random.below(end, drawn++); };
  AddressPlan plan;
  Windows& w = plan.windows;
  const uint64_t room = has_heap ? kHeapRoom : kGlobalRoom;
  struct Part {
    uint64_t* begin;
    uint64_t bytes;
  };
  constexpr uint64_t kWindow = kWindowBytes + 2 * kWindowAlignment;
  std::array<Part, 5> parts = {{{&plan.global, 2 * room},
                                {&w.shared, kWindow},
                                {&w.local, kWindow},
                                {&w.param, kWindow},
                                {&w.functions, kWindow}}};
  for (size_t k = parts.size() - 1; k > 0; --k) std::swap(parts[k], parts[below(k + 1)]);

  // What is free between and around them: from 64 GiB to 64 TiB.
  const uint64_t between = 64 * kGiB << below(11);
  std::array<uint64_t, 5> gaps;
  for (uint64_t& gap : gaps) gap = below(between);
  std::sort(gaps.begin(), gaps.end());
  uint64_t taken = 0;
  for (const Part& part : parts) taken += part.bytes;
  uint64_t next = kLowest + below(kAddresses - kLowest - taken - between);
  for (size_t k = 0; k < parts.size(); ++k) {
    const uint64_t begin = next + gaps[k];
    *parts[k].begin = (begin + kWindowAlignment - 1) / kWindowAlignment * kWindowAlignment;
    next += parts[k].bytes;
  }
  plan.global += room + below(kWindowAlignment / kParamAlignment) * kParamAlignment;
  w.param += below(kWindowAlignment / kParamAlignment) * kParamAlignment;
  w.functions += below(kWindowAlignment / kFunctionAlignment) * kFunctionAlignment;

  // A GPU keeps the first kilobyte of shared memory for itself, or nothing.
  w.shared_start = below(4) == 0 ? 0 : static_cast<uint32_t>(128 * below(16));
  // The stack of a thread begins anywhere in 16 MiB. A multiple of what variables are aligned to.
  w.local_start = static_cast<uint32_t>(1024 * below((16 << 10) - 128));
  w.param_start = static_cast<uint32_t>(kParamAlignment * (1 + below(8)));
  w.function_stride = kFunctionAlignment * (1 + below(32));
  w.turned_bits = below(64);
  return plan;
}

}  // namespace warplab::sim
