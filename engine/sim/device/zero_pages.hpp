#pragma once
#include <cstddef>
#include <utility>

namespace warplab::sim {

// Zeroed memory that costs nothing until it is touched.
class ZeroPages {
 public:
  ZeroPages() = default;
  explicit ZeroPages(size_t bytes);
  ZeroPages(ZeroPages&& other) noexcept { swap(other); }
  ZeroPages& operator=(ZeroPages&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ZeroPages();
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  explicit operator bool() const { return data_ != nullptr; }
  size_t bytes() const { return bytes_; }
  // Zeros again, and costs nothing until it is touched again.
  void clear();
  // Zeros again by writing them: where nearly all of it is touched, faults would cost more.
  void wipe();
  // The same as clear() for a part of it; at both ends something may stay as it was.
  void clear(size_t begin, size_t end);

 private:
  void swap(ZeroPages& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }
  void* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace warplab::sim
