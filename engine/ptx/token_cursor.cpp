#include "ptx/token_cursor.hpp"

#include <fmt/format.h>

namespace warplab::ptx {
namespace {

std::string found(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end: return "the end of the text";
    case Token::Kind::dotted: return in_quotes(fmt::format(".{}", token.text.substr(0, 80)));
    case Token::Kind::string: return fmt::format("the string {}", in_quotes(token.text));
    case Token::Kind::invalid:
      if (token.text == "\"") return "a string that does not end on its line";
      if (token.text == "/*") return "a comment that does not end";
      [[fallthrough]];
    default: return in_quotes(token.text);
  }
}

}  // namespace

std::string in_quotes(std::string_view text) {
  // Enough to recognise a mangled name, short enough for one line of a message.
  constexpr size_t kLongest = 60;
  std::string result = "\"";
  for (const char c : text.substr(0, kLongest)) result += c >= ' ' && c <= '~' ? c : '?';
  result += text.size() > kLongest ? "...\"" : "\"";
  return result;
}

bool TokenCursor::expect(char punctuation, std::string_view where) {
  if (accept(punctuation)) return true;
  return fail_expecting(fmt::format("\"{}\" {}", punctuation, where));
}

bool TokenCursor::expect(Token::Kind kind, std::string_view what, std::string_view& text) {
  if (!at(kind)) return fail_expecting(what);
  text = take().text;
  return true;
}

bool TokenCursor::fail_expecting(std::string_view what) {
  return fail(line(), fmt::format("expected {}, found {}", what, found(peek())));
}

bool TokenCursor::fail(int line, std::string_view sentence) {
  if (error_.empty()) error_ = fmt::format("PTX line {}: {}.", line, sentence);
  return false;
}

}  // namespace warplab::ptx
