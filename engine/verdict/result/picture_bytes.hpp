#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace warplab::verdict {

// Bytes that nobody changes any more, from wherever they are: a copy costs nothing.
class PictureBytes {
 public:
  PictureBytes() = default;
  PictureBytes(std::vector<std::byte> bytes) {
    auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    bytes_ = *kept;
    owner_ = std::move(kept);
  }
  PictureBytes(std::shared_ptr<const void> owner, std::span<const std::byte> bytes)
      : owner_(std::move(owner)), bytes_(bytes) {}

  const std::byte* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  void clear() { *this = {}; }
  friend bool operator==(const PictureBytes& a, const PictureBytes& b) {
    return std::equal(a.bytes_.begin(), a.bytes_.end(), b.bytes_.begin(), b.bytes_.end());
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

}  // namespace warplab::verdict
