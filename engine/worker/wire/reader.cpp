#include "worker/wire/reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "worker/utf8.hpp"

namespace warplab::worker {
namespace {

using nlohmann::json;

const json& nothing() {
  static const json null;
  return null;
}

}  // namespace

Reader::Reader(const json& object, std::string place, Source& source)
    : object_(object), place_(std::move(place)), source_(source) {
  if (!object.is_object()) require(false, fmt::format("{} is no object", place_));
}

std::string Reader::place_of(const char* name) const {
  return place_.empty() ? name : fmt::format("{}.{}", place_, name);
}

std::string Reader::place_of(const char* name, size_t index) const {
  return fmt::format("{}[{}]", place_of(name), index);
}

bool Reader::has(const char* name) const { return object_.contains(name); }

const json& Reader::member(const char* name) const {
  if (!object_.is_object()) return nothing();
  const auto found = object_.find(name);
  return found == object_.end() ? nothing() : *found;
}

const json& Reader::entry(const char* list, size_t index) const { return member(list)[index]; }

size_t Reader::begin_list(const char* name, size_t most) {
  const json& value = member(name);
  if (!value.is_array()) {
    require(false, place_of(name) + " is not a list");
    return 0;
  }
  if (value.size() <= most) return value.size();
  require(false, fmt::format("{} has more than {} entries", place_of(name), most));
  return 0;
}

void Reader::flag(const char* name, bool& value) {
  const json& found = member(name);
  value = found.is_boolean() && found.get<bool>();
  if (!found.is_boolean()) require(false, place_of(name) + " is not true or false");
}

int64_t Reader::whole(const json& value, const char* name, int64_t lowest, int64_t highest) {
  if (!value.is_number_integer()) {
    require(false, place_of(name) + " is not a whole number");
    return lowest;
  }
  const bool fits = !value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX;
  if (fits && value.get<int64_t>() >= lowest && value.get<int64_t>() <= highest)
    return value.get<int64_t>();
  require(false, place_of(name) + " is out of range");
  return lowest;
}

uint64_t Reader::natural(const json& value, const char* name, uint64_t lowest, uint64_t highest) {
  if (!value.is_number_unsigned()) {
    require(false, place_of(name) + " is not a natural number");
    return lowest;
  }
  const uint64_t number = value.get<uint64_t>();
  if (number >= lowest && number <= highest) return number;
  require(false, place_of(name) + " is out of range");
  return lowest;
}

void Reader::number(const char* name, double& value) {
  const json& found = member(name);
  value = found.is_number() ? found.get<double>() : 0;
  if (found.is_number() && std::isfinite(value)) return;
  require(false, place_of(name) + " is not a finite number");
  value = 0;
}

void Reader::time(const char* name, std::chrono::milliseconds& value,
                  std::chrono::milliseconds longest) {
  int64_t count = 0;
  integer(name, count, 0, longest.count());
  value = std::chrono::milliseconds(count);
}

void Reader::text(const char* name, std::string& value) {
  const json& found = member(name);
  if (found.is_string()) value = found.get<std::string>();
  else require(false, place_of(name) + " is not a text");
}

void Reader::shown(const char* name, std::string& value, size_t most) {
  text(name, value);
  if (value.size() <= most + kEllipsisBytes) return;
  require(false, fmt::format("{} is longer than {} bytes", place_of(name), most));
  value.clear();
}

void Reader::shown(const char* name, std::vector<std::string>& values, size_t most_texts,
                   size_t most) {
  const size_t there = begin_list(name, most_texts);
  for (size_t i = 0; ok() && i < there; ++i) {
    const json& found = entry(name, i);
    if (!found.is_string()) require(false, place_of(name, i) + " is not a text");
    else if (found.get_ref<const std::string&>().size() > most + kEllipsisBytes)
      require(false, fmt::format("{} is longer than {} bytes", place_of(name, i), most));
    else values.push_back(found.get<std::string>());
  }
}

std::string_view Reader::part(const char* name, uint64_t most) {
  uint64_t bytes = 0;
  integer(name, bytes, 0, most);
  const auto piece = source_.blob.bytes(ok() ? bytes : 0);
  require(piece.has_value(), kCutOff);
  return piece.value_or(std::string_view());
}

void Reader::bytes(const char* name, std::string& value, uint64_t most) {
  value = part(name, most);
}

void Reader::printed(const char* name, std::string& value) {
  value = valid_utf8(part(name, std::numeric_limits<uint64_t>::max()));
}

}  // namespace warplab::worker
