#include "worker/utf8.hpp"

namespace warplab::worker {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

bool is_continuation(unsigned char c) { return (c & 0xC0) == 0x80; }

// The length of the valid character at the start of `text`, 0 when there is none.
size_t character(std::string_view text) {
  const auto at = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return is_continuation(at(1)) ? 2 : 0;
  // The second byte excludes overlong forms, surrogates and what lies beyond U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at(1) < low || at(1) > high || !is_continuation(at(2))) return 0;
  if (lead < 0xF0) return 3;
  return is_continuation(at(3)) ? 4 : 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t length = character(text);
    valid += length > 0 ? text.substr(0, length) : kReplacement;
    text.remove_prefix(length > 0 ? length : 1);
  }
  return valid;
}

std::string shortened_utf8(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && is_continuation(static_cast<unsigned char>(text[bytes]))) --bytes;
  return std::string(text.substr(0, bytes)) + std::string(kEllipsis);
}

}  // namespace warplab::worker
