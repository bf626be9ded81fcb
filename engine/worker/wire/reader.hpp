#pragma once
// Filling a structure from a message that a stranger wrote. The first thing that is wrong is kept;
// from then on every read gives a harmless value, so that a list of fields is written without a
// ladder of ifs, and decode() asks once, at its end, whether all was well.
//
// A structure's list of fields makes both directions. It is a function beside the structure's
// messages, `wire` being a Reader or a Writer, which have the same members:
//
//   template <class Wire>
//   void fields(Wire& wire, Of<Wire, WriterRequest>& request) {
//     wire.integer("buffer", request.buffer, 0, kMostBuffers);
//     wire.integer("index", request.index);
//   }
//
// What lies in the message's raw bytes has a function `packed` of the same shape.
#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

// A structure as a list of fields sees it: a Reader changes it, a Writer does not.
template <class Wire, class T>
using Of = std::conditional_t<Wire::kReads, T, const T>;

// Entries of a list of whole numbers; bytes are some, too.
template <class I>
using NumberOf = std::conditional_t<std::is_same_v<I, std::byte>, uint8_t, I>;

// A shortened text has an ellipsis behind its last character.
inline constexpr size_t kEllipsisBytes = 3;

class Reader {
 public:
  static constexpr bool kReads = true;

  // Of one message: what all readers of its parts share.
  struct Source {
    BlobReader blob;
    Expected expected;
    std::string fault = {};  // the first thing that is wrong: "findings.line is out of range"
  };
  // `place` names the object in faults: "launches".
  Reader(const nlohmann::json& object, std::string place, Source& source);

  bool ok() const { return source_.fault.empty(); }
  Expected& expected() { return source_.expected; }
  // `text` is the fault when `holds` is not so.
  void require(bool holds, std::string_view text) {
    if (!holds && ok()) source_.fault = text;
  }

  void flag(const char* name, bool& value);
  void number(const char* name, double& value);  // finite
  template <std::integral I>
  void integer(const char* name, I& value,
               std::type_identity_t<I> lowest = std::numeric_limits<I>::min(),
               std::type_identity_t<I> highest = std::numeric_limits<I>::max()) {
    value = narrow<I>(member(name), name, lowest, highest);
  }
  // One of an enumeration, which counts from 0 to `last`.
  template <class E>
  void choice(const char* name, E& value, E last) {
    int number = 0;
    integer(name, number, 0, static_cast<int>(last));
    value = static_cast<E>(number);
  }
  void time(const char* name, std::chrono::milliseconds& value, std::chrono::milliseconds longest);
  // A name, whole. The message alone limits how long it is.
  void text(const char* name, std::string& value);
  // A text for a person: of at most `most` bytes, or shortened to them.
  void shown(const char* name, std::string& value, size_t most);
  void shown(const char* name, std::vector<std::string>& values, size_t most_texts, size_t most);

  template <class I, size_t Count>
  void integers(const char* name, std::array<I, Count>& values) {
    const size_t there = begin_list(name, Count);
    if (there != Count) require(false, place_of(name) + " has too few numbers");
    for (size_t i = 0; ok() && i < Count; ++i)
      values[i] = narrow<I>(entry(name, i), name, std::numeric_limits<I>::min(),
                            std::numeric_limits<I>::max());
  }
  template <class I>
  void integers(const char* name, std::vector<I>& values, size_t most,
                NumberOf<I> lowest = std::numeric_limits<NumberOf<I>>::min(),
                NumberOf<I> highest = std::numeric_limits<NumberOf<I>>::max()) {
    const size_t there = begin_list(name, most);
    for (size_t i = 0; ok() && i < there; ++i)
      values.push_back(static_cast<I>(narrow<NumberOf<I>>(entry(name, i), name, lowest, highest)));
  }

  template <class T>
  void object(const char* name, T& value) {
    Reader inner(member(name), place_of(name), source_);
    fields(inner, value);
  }
  // `read` reads the member of that name, if there is one.
  template <class T, class Read>
  void optional(const char* name, std::optional<T>& value, const Read& read) {
    if (!has(name)) return;
    value.emplace();
    read(*value);
  }
  template <class T>
  void optional(const char* name, std::optional<T>& value) {
    optional(name, value, [&](T& there) { object(name, there); });
  }
  template <class T>
  void list(const char* name, std::vector<T>& values, size_t most) {
    const size_t there = begin_list(name, most);
    for (size_t i = 0; ok() && i < there; ++i) {
      Reader inner(entry(name, i), place_of(name, i), source_);
      fields(inner, values.emplace_back());
    }
  }
  // What a Writer shortens to `most`.
  template <class T>
  void first_of(const char* name, std::vector<T>& values, size_t most) {
    list(name, values, most);
  }
  // Structures by their names, each of which has at most `most_bytes`.
  template <class T>
  void first_of(const char* name, std::map<std::string, T>& values, size_t most,
                size_t most_bytes) {
    const size_t there = begin_list(name, most);
    for (size_t i = 0; ok() && i < there; ++i) {
      Reader inner(entry(name, i), place_of(name, i), source_);
      std::string key;
      inner.shown("name", key, most_bytes);
      fields(inner, values[key]);
    }
  }

  // Raw bytes, whose number is the member `name`. Each part follows the one before.
  void bytes(const char* name, std::string& value,
             uint64_t most = std::numeric_limits<uint64_t>::max());
  template <class T>
  void bytes(const char* name, std::vector<T>& values,
             uint64_t most = std::numeric_limits<uint64_t>::max()) {
    const std::string_view piece = part(name, most);
    if (piece.size() % sizeof(T) != 0) return require(false, kCutOff);
    values.resize(piece.size() / sizeof(T));
    if (!piece.empty()) std::memcpy(values.data(), piece.data(), piece.size());
  }
  // The same of a text for a person: valid UTF-8 afterwards.
  void printed(const char* name, std::string& value);

  // Structures in the raw bytes, as many as the member `name` says.
  template <class T>
  void packed_list(const char* name, std::vector<T>& values, size_t most) {
    size_t there = 0;
    integer(name, there, 0, most);
    for (size_t i = 0; ok() && i < there; ++i) packed(*this, values.emplace_back());
  }
  template <class T>
  void raw(T& value) {
    const std::optional<T> read = source_.blob.value<T>();
    require(read.has_value(), kCutOff);
    value = read.value_or(T{});
  }
  // A count, then as many structures; there must be `count` of them.
  template <class T>
  void raw_list(std::vector<T>& values, size_t count) {
    uint32_t there = 0;
    raw(there);
    require(there == count, "there are others than were asked for");
    for (size_t i = 0; ok() && i < count; ++i) packed(*this, values.emplace_back());
  }
  // A count, then for each a natural number and the structure that belongs to it.
  template <class T>
  void raw_map(std::map<int, T>& values, size_t most) {
    uint32_t there = 0;
    raw(there);
    require(there <= most, "there are more lines than a file may have");
    for (size_t i = 0; ok() && i < there; ++i) {
      int32_t key = 0;
      raw(key);
      require(key >= 0, "a line has a number below 0");
      packed(*this, values[key]);
    }
  }

 private:
  static constexpr std::string_view kCutOff = "its parts have other lengths than it says";

  bool has(const char* name) const;
  // Null, the JSON value, where there is none.
  const nlohmann::json& member(const char* name) const;
  const nlohmann::json& entry(const char* list, size_t index) const;
  // Of entries; 0 when it is no list or has more than `most`.
  size_t begin_list(const char* name, size_t most);
  std::string place_of(const char* name) const;
  std::string place_of(const char* name, size_t index) const;

  int64_t whole(const nlohmann::json& value, const char* name, int64_t lowest, int64_t highest);
  uint64_t natural(const nlohmann::json& value, const char* name, uint64_t lowest,
                   uint64_t highest);
  template <class I>
  I narrow(const nlohmann::json& value, const char* name, I lowest, I highest) {
    if constexpr (std::is_signed_v<I>) return static_cast<I>(whole(value, name, lowest, highest));
    else return static_cast<I>(natural(value, name, lowest, highest));
  }
  std::string_view part(const char* name, uint64_t most);

  const nlohmann::json& object_;
  std::string place_;
  Source& source_;
};

}  // namespace warplab::worker
