#pragma once
// Which language statements are wanted in.
#include <string>
#include <string_view>
#include <vector>

namespace warplab::app {

// What the environment says, LC_ALL before LC_MESSAGES before LANG: "fr_CA.UTF-8"; empty: nothing.
std::string system_locale();

// The languages whose files are looked for, the nearest first: of "fr_CA.UTF-8" these are "fr_CA"
// and "fr". None for English, in which statements are written, and for "C" and "POSIX".
std::vector<std::string> languages_of(std::string_view locale);

}  // namespace warplab::app
