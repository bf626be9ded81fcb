#include "worker/json_fields.hpp"

#include <fmt/format.h>

#include <cmath>

namespace warplab::worker {
namespace {

using nlohmann::json;

// Deeper than any message; a text of brackets alone would fill memory.
constexpr int kMaxDepth = 8;

const json& nothing() {
  static const json empty = json::object();
  return empty;
}
const json& empty_list() {
  static const json empty = json::array();
  return empty;
}

}  // namespace

json parse_object(std::string_view text, JsonFault& fault) {
  bool too_deep = false;
  const auto watch_depth = [&](int depth, json::parse_event_t, json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  json parsed = json::parse(text, watch_depth, /*allow_exceptions=*/false);
  if (too_deep) {
    fault.set("a text is nested too deeply");
  } else if (!parsed.is_object()) {
    fault.set("a text is not a JSON object");
  } else {
    return parsed;
  }
  return json::object();
}

JsonFields::JsonFields(const json& object, std::string place, JsonFault& fault)
    : object_(object.is_object() ? object : nothing()), place_(std::move(place)), fault_(fault) {
  if (!object.is_object()) fault_.set(fmt::format("{} is no object", place_));
}

std::string JsonFields::place_of(const char* name) const {
  return place_.empty() ? name : fmt::format("{}.{}", place_, name);
}

bool JsonFields::has(const char* name) const { return object_.contains(name); }

const json& JsonFields::member(const char* name, bool (*is_right)(const json&),
                               const char* expected) const {
  const auto found = object_.find(name);
  if (found != object_.end() && is_right(*found)) return *found;
  fault_.set(fmt::format("{} is not {}", place_of(name), expected));
  return nothing();
}

bool JsonFields::flag(const char* name) const {
  const json& value = member(
      name, [](const json& v) { return v.is_boolean(); }, "true or false");
  return value.is_boolean() && value.get<bool>();
}

int64_t JsonFields::integer(const char* name, int64_t lowest, int64_t highest) const {
  const json& value = member(
      name, [](const json& v) { return v.is_number_integer(); }, "a whole number");
  if (!value.is_number_integer()) return lowest;
  const bool fits_signed = !value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX;
  if (fits_signed && value.get<int64_t>() >= lowest && value.get<int64_t>() <= highest)
    return value.get<int64_t>();
  fault_.set(fmt::format("{} is out of range", place_of(name)));
  return lowest;
}

uint64_t JsonFields::natural(const char* name, uint64_t highest) const {
  const json& value = member(
      name, [](const json& v) { return v.is_number_unsigned(); }, "a natural number");
  if (!value.is_number_unsigned()) return 0;
  if (value.get<uint64_t>() <= highest) return value.get<uint64_t>();
  fault_.set(fmt::format("{} is out of range", place_of(name)));
  return 0;
}

double JsonFields::number(const char* name) const {
  const json& value = member(
      name, [](const json& v) { return v.is_number(); }, "a number");
  if (value.is_number() && std::isfinite(value.get<double>())) return value.get<double>();
  fault_.set(fmt::format("{} is not finite", place_of(name)));
  return 0;
}

std::string JsonFields::text(const char* name) const {
  const json& value = member(
      name, [](const json& v) { return v.is_string(); }, "a text");
  return value.is_string() ? value.get<std::string>() : std::string();
}

const json& JsonFields::list(const char* name, size_t most) const {
  const json& value = member(
      name, [](const json& v) { return v.is_array(); }, "a list");
  if (!value.is_array()) return empty_list();
  if (value.size() <= most) return value;
  fault_.set(fmt::format("{} has more than {} entries", place_of(name), most));
  return empty_list();
}

const json& JsonFields::object(const char* name) const {
  return member(
      name, [](const json& v) { return v.is_object(); }, "an object");
}

}  // namespace warplab::worker
