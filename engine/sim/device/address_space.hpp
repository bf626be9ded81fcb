#pragma once
// The device's addresses. Numbers only: an allocation's bytes live in host memory of their own, so
// red zones cost nothing, and an address is never reused within a run.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/data_names.hpp"
#include "sim/device/windows.hpp"

namespace warplab::sim {

constexpr uint64_t kGlobalStart = 0x7'0000'0000;  // above 4 GiB: truncated pointers are noticed
constexpr uint64_t kNullPage = 4096;              // below: a null pointer with a small index

// The elements of an array as they are declared, of which only bytes and alignment are known: NVRTC
// says b8 for arrays of anything, and an array is aligned as its elements are. What is aligned to
// more than 8 may be so by request.
ElementType element_of_array(uint64_t bytes, uint32_t alignment);

struct Allocation {
  std::string name;
  ElementType element = ElementType::u8;
  std::vector<uint64_t> shape;
  uint64_t begin = 0, bytes = 0;  // device address, multiple of 256
  std::byte* host = nullptr;      // where `begin` lives
  bool read_only = false;         // constant memory, or a buffer that is an input
  bool is_heap = false;           // its blocks have bounds of their own (device_heap.hpp)
  uint32_t alignment = 1;         // of a variable, as it is declared
  // Of a variable: what sentences count as its elements.
  std::optional<ElementType> counted_in;
  // A variable of which a launch has written to most pages: the next one, which finds it new, will
  // do so, too.
  bool much_used = false;
  bool freed = false;  // of a device that lasts: nobody may reach it any more
  int number = -1;     // in AddressSpace::allocations()
  int buffer = -1;     // index into Run's buffers, -1: a module variable
  uint64_t end() const { return begin + bytes; }
  uint32_t counted_bytes() const { return bytes_of(counted_in.value_or(element)); }
  // A variable of one element is no array, mostly: `__device__ float sum`.
  bool is_scalar() const { return buffer < 0 && !is_heap && bytes == counted_bytes(); }
  bool contains(uint64_t address, uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

// How far the next allocation lies above one that begins at `begin`.
uint64_t next_begin(uint64_t begin, uint64_t bytes);

class AddressSpace {
 public:
  // Takes the next address, behind all others; a red zone of at least the allocation's own size
  // follows it.
  Allocation& add(Allocation allocation);
  // The same at `allocation.begin`, a multiple of 256 above all others.
  Allocation& place(Allocation allocation);
  // The allocation that holds all of [address, address + size), or null.
  const Allocation* find(uint64_t address, uint64_t size) const;
  // For messages: the allocation nearest to `address`; null when there is none within its red zone,
  // which behind the last one is a gibibyte.
  const Allocation* nearest(uint64_t address) const;
  // The same for an access of `bytes` far beyond all of them: the allocation that an index of 32
  // bits without a sign means, which went below 0. Null: no such index leads there.
  const Allocation* below_zero(uint64_t address, uint64_t bytes) const;
  const std::deque<Allocation>& allocations() const { return allocations_; }
  // Gives the last allocation, which lies above all others, an address further up.
  void move_last(uint64_t begin);

 private:
  std::deque<Allocation> allocations_;  // by number and address; references stay valid
  uint64_t next_ = kGlobalStart;        // free from here on
};

// "out[3][17]" for the element at `byte` of an allocation, "sum" for a variable; beyond its end the
// flat index: "out[1024]", below it a negative one.
std::string element_name(const Allocation& allocation, int64_t byte);

// Where each .shared variable of a launch lies: its offset in shared memory, with a red zone of at
// least 128 bytes behind it. Each begins in the bank in which it begins on a GPU, so that an access
// to two of them has the same conflicts there. (ptxas lays a function's variables one behind the
// other in the order of the text; read off code for sm_75 of CUDA 13.0.) `allotted_bytes` is what
// the GPU would allot, without red zones.
struct SharedLayout {
  struct Entry {
    std::string name;
    ElementType element = ElementType::u8;
    uint32_t begin = 0, bytes = 0;
  };
  std::vector<Entry> entries;  // by offset; dynamic shared memory, if any, last
  uint32_t window_bytes = 0;   // end of the last red zone
  uint64_t allotted_bytes = 0;
  const Entry* find(uint64_t offset, uint64_t size) const;
  const Entry* nearest(int64_t byte) const;  // see shared_byte()
};

}  // namespace warplab::sim
