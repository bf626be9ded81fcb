#pragma once
// Reading a JSON object that a stranger wrote. The first thing that is wrong is kept in a shared
// place; from then on every read gives a harmless default, so that a reader is written without a
// ladder of ifs and asks once, at its end, whether all was well.
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace warplab::worker {

class JsonFault {
 public:
  bool ok() const { return text_.empty(); }
  const std::string& text() const { return text_; }
  void set(std::string text) {
    if (text_.empty()) text_ = std::move(text);
  }

 private:
  std::string text_;
};

// Parses `text` if it is one object of limited depth; `fault` says so if it is not.
nlohmann::json parse_object(std::string_view text, JsonFault& fault);

class JsonFields {
 public:
  // `place` names the object in faults: "launches[2]".
  JsonFields(const nlohmann::json& object, std::string place, JsonFault& fault);

  bool flag(const char* name) const;
  int64_t integer(const char* name, int64_t lowest, int64_t highest) const;
  uint64_t natural(const char* name, uint64_t highest = std::numeric_limits<uint64_t>::max()) const;
  double number(const char* name) const;  // finite
  std::string text(const char* name) const;
  // An array of at most `most` elements.
  const nlohmann::json& list(const char* name, size_t most) const;
  const nlohmann::json& object(const char* name) const;
  bool has(const char* name) const;

  std::string place_of(const char* name) const;
  JsonFault& fault() const { return fault_; }

 private:
  const nlohmann::json& member(const char* name, bool (*is_right)(const nlohmann::json&),
                               const char* expected) const;

  const nlohmann::json& object_;
  std::string place_;
  JsonFault& fault_;
};

}  // namespace warplab::worker
