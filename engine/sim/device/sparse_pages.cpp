#include "sim/device/sparse_pages.hpp"

#include <sys/mman.h>

namespace warplab::sim {
namespace {

constexpr uintptr_t kPageBytes = 4096;

}  // namespace

ZeroPages sparse_pages(size_t bytes) {
  ZeroPages pages(bytes);
  // A few bytes come from the allocator, which begins no page with them.
  if (reinterpret_cast<uintptr_t>(pages.as<std::byte>()) % kPageBytes == 0 && pages)
    madvise(pages.as<void>(), bytes, MADV_NOHUGEPAGE);
  return pages;
}

bool populate(std::byte* begin, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  const auto address = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t first = (address + kPageBytes - 1) / kPageBytes * kPageBytes;
  const uintptr_t end = (address + bytes) / kPageBytes * kPageBytes;
  if (first < end)
    return madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE) == 0;
#endif
  return false;
}

ZeroPages pages_beside(const Allocation& allocation, size_t bytes) {
  const bool is_variable = allocation.buffer < 0 && !allocation.is_heap;
  return is_variable ? sparse_pages(bytes) : ZeroPages(bytes);
}

}  // namespace warplab::sim
