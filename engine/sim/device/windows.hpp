#pragma once
// The generic addresses of a run that are not those of global memory: windows through which shared,
// local and parameter memory are seen, and the addresses of functions.
#include <cstdint>
#include <optional>

#include "ptx/module.hpp"

namespace warplab::sim {

constexpr uint32_t kSharedStart = 1024;  // offset of the first shared variable
constexpr uint32_t kLocalStart = 1024;   // offset of the first local variable in a thread's memory

// Whatever is in no window belongs to global memory.
namespace windows {

constexpr uint64_t kBytes = uint64_t{1} << 32;  // what a 32-bit offset names
// Where each begins.
constexpr uint64_t kShared = 0x7100'0000'0000, kLocal = 0x7200'0000'0000, kParam = 0x7300'0000'0000,
                   kFunctions = 0x7400'0000'0000;
constexpr uint64_t kFunctionStride = 16;

constexpr bool holds(uint64_t window, uint64_t address) { return address - window < kBytes; }
constexpr ptx::Space space_of(uint64_t address) {
  return holds(kShared, address)  ? ptx::Space::shared
         : holds(kLocal, address) ? ptx::Space::local
         : holds(kParam, address) ? ptx::Space::param
                                  : ptx::Space::global;
}
// What makes an address of `space` generic when it is added.
constexpr uint64_t start_of(ptx::Space space) {
  return space == ptx::Space::shared  ? kShared
         : space == ptx::Space::local ? kLocal
         : space == ptx::Space::param ? kParam
                                      : 0;
}

constexpr uint64_t function_address(uint64_t number) {
  return kFunctions + kFunctionStride * number;
}
// Of the function with this address, if it is below `count`.
constexpr std::optional<uint64_t> function_at(uint64_t address, uint64_t count) {
  if (address < kFunctions || (address - kFunctions) % kFunctionStride != 0) return std::nullopt;
  const uint64_t number = (address - kFunctions) / kFunctionStride;
  return number < count ? std::optional(number) : std::nullopt;
}

}  // namespace windows

// A byte of shared memory by its distance from address 0: addresses of 32 bits come round, so that
// what lies before an array at the beginning is far up.
inline int64_t shared_byte(uint64_t address) {
  constexpr uint64_t kHalf = uint64_t{1} << 31;
  return static_cast<int64_t>(address >= kHalf && address < 2 * kHalf ? address - 2 * kHalf
                                                                      : address);
}

}  // namespace warplab::sim
