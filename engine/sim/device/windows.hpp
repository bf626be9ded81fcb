#pragma once
// The generic addresses of a run that are not those of global memory: windows through which shared,
// local and parameter memory are seen, and the addresses of functions.
#include <cstdint>
#include <optional>

#include "ptx/module.hpp"

namespace warplab::sim {

constexpr uint64_t kWindowBytes = uint64_t{1} << 32;  // what a 32-bit offset names
constexpr uint32_t kSharedStart = 1024;  // offset of the first shared variable, unless it is drawn
constexpr uint32_t kLocalStart = 1024;   // offset of the first local variable in a thread's memory

// Whatever is in no window belongs to global memory.
struct Windows {
  // Where each begins.
  uint64_t shared = 0x7100'0000'0000, local = 0x7200'0000'0000, param = 0x7300'0000'0000;
  uint64_t functions = 0x7400'0000'0000;
  // What .shared, .local and .param addresses begin with: the first shared variable has the first
  // of these numbers, and byte 0 of a thread's local memory and of the parameters the others.
  uint32_t shared_start = kSharedStart, local_start = 0, param_start = 0;
  // A function's address is that of its place times the stride; its place is its number with these
  // bits turned over.
  uint64_t function_stride = 16;
  uint64_t turned_bits = 0;

  static bool holds(uint64_t window, uint64_t address) { return address - window < kWindowBytes; }
  ptx::Space space_of(uint64_t address) const {
    return holds(shared, address)  ? ptx::Space::shared
           : holds(local, address) ? ptx::Space::local
           : holds(param, address) ? ptx::Space::param
                                   : ptx::Space::global;
  }
  // What makes an address of `space` generic when it is added.
  uint64_t start_of(ptx::Space space) const {
    return space == ptx::Space::shared  ? shared
           : space == ptx::Space::local ? local
           : space == ptx::Space::param ? param
                                        : 0;
  }
  // The address that byte 0 of a space has in that space: shared memory is kept by its addresses.
  uint64_t first_of(ptx::Space space) const {
    return space == ptx::Space::local ? local_start : space == ptx::Space::param ? param_start : 0;
  }
  // What is to be taken from a generic address in `space` for the byte in it.
  uint64_t before(ptx::Space space) const { return start_of(space) + first_of(space); }

  uint64_t function_address(uint64_t number) const {
    return functions + function_stride * (number ^ turned_bits);
  }
  // Of the function with this address, if it is below `count`.
  std::optional<uint64_t> function_at(uint64_t address, uint64_t count) const {
    if (address < functions || (address - functions) % function_stride != 0) return std::nullopt;
    const uint64_t number = (address - functions) / function_stride ^ turned_bits;
    return number < count ? std::optional(number) : std::nullopt;
  }
};

// A byte of shared memory by its distance from address 0: addresses of 32 bits come round, so that
// what lies before an array at the beginning is far up.
inline int64_t shared_byte(uint64_t address) {
  constexpr uint64_t kHalf = uint64_t{1} << 31;
  return static_cast<int64_t>(address >= kHalf && address < 2 * kHalf ? address - 2 * kHalf
                                                                      : address);
}

// Where a run's windows lie and where its global memory does.
struct AddressPlan {
  Windows windows;
  uint64_t global = 0;  // allocations lie around it
};

// Drawn by `placement`, which is not 0: in any order, from next to each other to as far apart as
// addresses go. Nothing of it is certain but what GPUs promise: shared and local memory begin at
// multiples of 16 MiB, functions at multiples of 128, other things at multiples of 256. A run with
// a heap has room for the one of each of its launches.
AddressPlan draw_addresses(uint64_t placement, bool has_heap);

}  // namespace warplab::sim
