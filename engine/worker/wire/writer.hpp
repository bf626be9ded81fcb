#pragma once
// Writing a structure into a message: the other direction of Reader, whose members these are. What
// is written are our own values, so limits are for the reader to check; only what is meant for a
// person is shortened to them here.
#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "worker/protocol.hpp"
#include "worker/wire/blob.hpp"

namespace warplab::worker {

class Writer {
 public:
  static constexpr bool kReads = false;

  // `object` is a JSON object; raw bytes are appended to `blob`.
  Writer(nlohmann::json& object, std::string& blob) : object_(object), blob_(blob) {}

  Expected& expected() { return expected_; }
  void require(bool, std::string_view) {}

  void flag(const char* name, bool value);
  void number(const char* name, double value);
  template <std::integral I>
  void integer(const char* name, I value, std::type_identity_t<I> = {},
               std::type_identity_t<I> = {}) {
    if constexpr (std::is_signed_v<I>) whole(name, value);
    else natural(name, value);
  }
  template <class E>
  void choice(const char* name, E value, E) {
    whole(name, static_cast<int>(value));
  }
  void time(const char* name, std::chrono::milliseconds value, std::chrono::milliseconds) {
    whole(name, value.count());
  }
  void text(const char* name, const std::string& value);
  void shown(const char* name, const std::string& value, size_t most);
  void shown(const char* name, const std::vector<std::string>& values, size_t most_texts,
             size_t most);

  template <class I, size_t Count>
  void integers(const char* name, const std::array<I, Count>& values) {
    begin_list(name);
    for (const I value : values) append_integer(name, value);
  }
  template <class I>
  void integers(const char* name, const std::vector<I>& values, size_t, int64_t = 0, int64_t = 0) {
    begin_list(name);
    for (const I value : values) append_integer(name, value);
  }

  template <class T>
  void object(const char* name, const T& value) {
    Writer inner = enter(name);
    fields(inner, value);
  }
  template <class T, class Write>
  void optional(const char*, const std::optional<T>& value, const Write& write) {
    if (value) write(*value);
  }
  template <class T>
  void optional(const char* name, const std::optional<T>& value) {
    if (value) object(name, *value);
  }
  template <class T>
  void list(const char* name, const std::vector<T>& values, size_t) {
    first_of(name, values, values.size());
  }
  template <class T>
  void first_of(const char* name, const std::vector<T>& values, size_t most) {
    begin_list(name);
    for (size_t i = 0; i < values.size() && i < most; ++i) {
      Writer inner = append_object(name);
      fields(inner, values[i]);
    }
  }
  template <class T>
  void first_of(const char* name, const std::map<std::string, T>& values, size_t most,
                size_t most_bytes) {
    begin_list(name);
    size_t written = 0;
    for (const auto& [key, value] : values) {
      if (key.size() > most_bytes || written == most) continue;
      Writer inner = append_object(name);
      inner.shown("name", key, most_bytes);
      fields(inner, value);
      ++written;
    }
  }

  void bytes(const char* name, std::string_view value, uint64_t = 0);
  template <class T>
  void bytes(const char* name, const std::vector<T>& values, uint64_t = 0) {
    bytes(name, std::string_view(reinterpret_cast<const char*>(values.data()),
                                 values.size() * sizeof(T)));
  }
  void printed(const char* name, std::string_view value) { bytes(name, value); }

  template <class T>
  void packed_list(const char* name, const std::vector<T>& values, size_t) {
    natural(name, values.size());
    for (const T& value : values) packed(*this, value);
  }
  template <class T>
  void raw(const T& value) {
    append_to(blob_, value);
  }
  template <class T>
  void raw_list(const std::vector<T>& values, size_t) {
    raw(static_cast<uint32_t>(values.size()));
    for (const T& value : values) packed(*this, value);
  }
  template <class T>
  void raw_map(const std::map<int, T>& values, size_t) {
    raw(static_cast<uint32_t>(values.size()));
    for (const auto& [key, value] : values) {
      raw(static_cast<int32_t>(key));
      packed(*this, value);
    }
  }

 private:
  void whole(const char* name, int64_t value);
  void natural(const char* name, uint64_t value);
  Writer enter(const char* name);
  void begin_list(const char* name);
  Writer append_object(const char* list);
  void append_whole(const char* list, int64_t value);
  void append_natural(const char* list, uint64_t value);
  template <class I>
  void append_integer(const char* list, I value) {
    if constexpr (std::is_signed_v<I>) append_whole(list, static_cast<int64_t>(value));
    else append_natural(list, static_cast<uint64_t>(value));
  }

  nlohmann::json& object_;
  std::string& blob_;
  Expected expected_;  // is for a reader
};

}  // namespace warplab::worker
