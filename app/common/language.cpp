#include "common/language.hpp"

#include <cstdlib>

namespace warplab::app {

std::string system_locale() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* const value = std::getenv(name); value && *value) return value;
  return {};
}

std::vector<std::string> languages_of(std::string_view locale) {
  const std::string_view place = locale.substr(0, locale.find_first_of(".@"));
  const std::string_view language = place.substr(0, place.find('_'));
  if (language.empty() || language == "en" || language == "C" || language == "POSIX") return {};
  // It becomes a part of a file's name.
  if (place.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") !=
      std::string_view::npos)
    return {};
  if (language == place) return {std::string(language)};
  return {std::string(place), std::string(language)};
}

}  // namespace warplab::app
