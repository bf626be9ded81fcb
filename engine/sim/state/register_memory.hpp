#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warplab::sim {

// Registers of calls, in pieces that grow with their number: there may be one warp or 100 000.
class RegisterMemory {
 public:
  // Zeros, where a row of registers begins.
  std::byte* take(size_t bytes) {
    bytes = (bytes + kAlign - 1) / kAlign * kAlign;
    if (bytes > left_) add_piece(bytes);
    left_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }

 private:
  static constexpr size_t kAlign = 64, kLargestPiece = 256 * 1024;

  void add_piece(size_t bytes) {
    piece_ = std::max(std::min(2 * piece_, kLargestPiece), bytes);
    pieces_.push_back(std::make_unique<std::byte[]>(piece_ + kAlign));
    const auto address = reinterpret_cast<uintptr_t>(pieces_.back().get());
    next_ = reinterpret_cast<std::byte*>((address + kAlign - 1) / kAlign * kAlign);
    left_ = piece_;
  }

  std::vector<std::unique_ptr<std::byte[]>> pieces_;
  std::byte* next_ = nullptr;
  size_t left_ = 0, piece_ = 0;
};

}  // namespace warplab::sim
