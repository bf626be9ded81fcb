#include "compile/messages/match.hpp"

#include <algorithm>
#include <optional>

namespace warplab::compile {
namespace {

// {name} or {}, of small letters and _; { } is none.
struct Placeholder {
  size_t begin, end;  // both the size of the text where it has none
  std::string_view name;
};

Placeholder placeholder_in(std::string_view text) {
  for (size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    const size_t close = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", open + 1);
    if (close != std::string_view::npos && text[close] == '}')
      return {open, close + 1, text.substr(open + 1, close - open - 1)};
  }
  return {text.size(), text.size(), {}};
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text, Words* words) {
  Placeholder next = placeholder_in(pattern);
  if (!text.starts_with(pattern.substr(0, next.begin))) return false;
  text.remove_prefix(next.begin);
  while (next.begin < pattern.size()) {
    const std::string_view name = next.name;
    pattern.remove_prefix(next.end);
    next = placeholder_in(pattern);
    const std::string_view piece = pattern.substr(0, next.begin);
    const bool is_last = next.begin == pattern.size();
    const size_t found = is_last ? text.rfind(piece) : text.find(piece);
    if (found == std::string_view::npos || (is_last && found + piece.size() < text.size()))
      return false;
    if (words && !name.empty()) (*words)[name] = text.substr(0, found);
    text.remove_prefix(found + piece.size());
  }
  return text.empty();
}

std::string filled_in(std::string_view sentence, const Words& words) {
  std::string text;
  while (!sentence.empty()) {
    const Placeholder next = placeholder_in(sentence);
    text += sentence.substr(0, next.begin);
    const auto word = words.find(next.name);
    text += word == words.end() ? sentence.substr(next.begin, next.end - next.begin) : word->second;
    sentence.remove_prefix(next.end);
  }
  return text;
}

Match::Match(const Compilation& what, const source::Scopes& of_source, Diagnostic& message)
    : of(what), scopes(of_source), tokens(of_source.tokens()), diagnostic(message) {
  offset = scopes.offset_of(message.line, message.column);
  if (offset == kNone || !is_error()) return;
  const size_t found = scopes.token_at(offset);
  if (found < tokens.size() && tokens[found].offset == offset) token = found;
}

size_t Match::near(std::ptrdiff_t by) const {
  const auto k = static_cast<std::ptrdiff_t>(token) + by;
  return token == kNone || k < 0 ? tokens.size() : static_cast<size_t>(k);
}
bool Match::is(std::ptrdiff_t by, std::string_view text) const {
  return source::is(tokens, near(by), text);
}
bool Match::is_word(std::ptrdiff_t by) const { return source::is_word(tokens, near(by)); }
std::string Match::text(std::ptrdiff_t by) const {
  return near(by) < tokens.size() ? std::string(tokens[near(by)].text) : std::string();
}

std::string_view Match::source_from(size_t begin) const {
  return begin < scopes.source().size() ? scopes.source().substr(begin) : std::string_view();
}
std::string_view Match::line() const {
  std::string_view line = source_from(scopes.offset_of(diagnostic.line, 1));
  line = line.substr(0, line.find('\n'));
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

void Match::move_to(size_t begin) {
  diagnostic.line = scopes.line_of(begin);
  diagnostic.column = static_cast<int>(begin - scopes.offset_of(diagnostic.line, 1)) + 1;
}

}  // namespace warplab::compile
