#pragma once
// What a kept result says under a name.
#include <nlohmann/json.hpp>
#include <string>

namespace warplab::course {

// "" where it is missing or no text: results may be of another version.
inline std::string text_in(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace warplab::course
