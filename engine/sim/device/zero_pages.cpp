#include "sim/device/zero_pages.hpp"

#include <new>

#include <sys/mman.h>

namespace warplab::sim {

ZeroPages::ZeroPages(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw std::bad_alloc();
  }
  madvise(data_, bytes, MADV_HUGEPAGE);
}

void ZeroPages::clear() {
  if (data_) madvise(data_, bytes_, MADV_DONTNEED);
}

ZeroPages::~ZeroPages() {
  if (data_) munmap(data_, bytes_);
}

}  // namespace warplab::sim
