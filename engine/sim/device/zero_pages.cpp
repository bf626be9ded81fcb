#include "sim/device/zero_pages.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace warplab::sim {
namespace {

// What is smaller comes from the allocator: a header may declare a hundred variables, each of them
// has several of these in every launch, and to map pages costs as much as to clear this many bytes.
constexpr size_t kFewBytes = 32 * 1024;
constexpr size_t kPage = 64 * 1024;  // or a part of it, on every machine

}  // namespace

ZeroPages::ZeroPages(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  if (bytes <= kFewBytes) {
    data_ = std::calloc(1, bytes);
    if (!data_) throw std::bad_alloc();
    return;
  }
  data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw std::bad_alloc();
  }
  madvise(data_, bytes, MADV_HUGEPAGE);
}

void ZeroPages::clear() {
  if (!data_) return;
  if (bytes_ <= kFewBytes) std::memset(data_, 0, bytes_);
  else madvise(data_, bytes_, MADV_DONTNEED);
}

void ZeroPages::wipe() {
  if (data_) std::memset(data_, 0, bytes_);
}

void ZeroPages::clear(size_t begin, size_t end) {
  if (!data_ || bytes_ <= kFewBytes) return;
  begin = (begin + kPage - 1) / kPage * kPage;
  end = std::min(end, bytes_) / kPage * kPage;
  if (begin < end) madvise(static_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);
}

ZeroPages::~ZeroPages() {
  if (!data_) return;
  if (bytes_ <= kFewBytes) std::free(data_);
  else munmap(data_, bytes_);
}

}  // namespace warplab::sim
