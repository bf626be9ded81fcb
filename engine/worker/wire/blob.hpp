#pragma once
// The bytes that follow a message's JSON, written and read piece by piece.
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace warplab::worker {

template <class T>
void append_to(std::string& blob, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  blob.append(reinterpret_cast<const char*>(&value), sizeof value);
}

class BlobReader {
 public:
  explicit BlobReader(std::string_view blob) : left_(blob) {}

  template <class T>
  std::optional<T> value() {
    static_assert(std::is_trivially_copyable_v<T>);
    if (left_.size() < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::optional<std::string_view> bytes(uint64_t count) {
    if (left_.size() < count) return std::nullopt;
    const std::string_view piece = left_.substr(0, count);
    left_.remove_prefix(count);
    return piece;
  }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace warplab::worker
