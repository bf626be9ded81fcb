#pragma once
// Texts that an editor has saved in units of two or four bytes, which nothing here reads.
#include <cstddef>
#include <string>
#include <string_view>

namespace warplab {

// "UTF-16" or "UTF-32", by the mark at its beginning or, without one, by the zeros around the first
// characters, which are ASCII in any kernel and any exercise.toml; "": neither.
inline std::string_view wide_encoding_of(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xff\xfe\0\0"sv) || text.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return "UTF-16";
  constexpr size_t kLooked = 16;
  if (text.size() < kLooked) return "";
  std::string pattern;
  for (const char c : text.substr(0, kLooked)) pattern += c == '\0' ? '0' : c > 0 ? 'x' : '?';
  if (pattern == "x000x000x000x000" || pattern == "000x000x000x000x") return "UTF-32";
  if (pattern == "x0x0x0x0x0x0x0x0" || pattern == "0x0x0x0x0x0x0x0x") return "UTF-16";
  return "";
}

}  // namespace warplab
