#include "editor/bracket_pairs.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplab::app {
namespace {

constexpr std::array<std::string_view, 3> kPairs = {"()", "[]", "{}"};
// Enough for any kernel, and a frame never waits for it.
constexpr int kMostLines = 2000;

// The columns of the brackets of one line, of any kind.
std::vector<int> brackets_of(const TextBuffer& text, SyntaxStates& states, int line) {
  std::vector<int> columns;
  const std::string& letters = text.line(line);
  if (letters.find_first_of("()[]{}") == std::string::npos) return columns;
  LineState state = states.at(text, line);
  for (const Token& token : tokenize(letters, state)) {
    const bool is_one_letter = token.end == token.begin + 1;
    const bool is_code =
        token.kind == TokenKind::punctuation || token.kind == TokenKind::preprocessor;
    if (is_one_letter && is_code &&
        std::string_view("()[]{}").find(letters[static_cast<size_t>(token.begin)]) !=
            std::string_view::npos)
      columns.push_back(token.begin);
  }
  return columns;
}

std::optional<Position> partner_of(const TextBuffer& text, SyntaxStates& states, Position from,
                                   std::string_view pair) {
  const auto letter = [&](Position p) { return text.line(p.line)[static_cast<size_t>(p.column)]; };
  const bool forward = letter(from) == pair[0];
  const int step = forward ? 1 : -1;
  int depth = 0;
  for (int line = from.line, seen = 0; line >= 0 && line < text.line_count() && seen < kMostLines;
       line += step, ++seen) {
    std::vector<int> columns = brackets_of(text, states, line);
    if (!forward) std::reverse(columns.begin(), columns.end());
    for (const int column : columns) {
      if (line == from.line && (forward ? column < from.column : column > from.column)) continue;
      const char c = letter({line, column});
      if (c == pair[0]) depth += step;
      if (c == pair[1]) depth -= step;
      if (depth == 0 && (c == pair[0] || c == pair[1])) return Position{line, column};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Range> bracket_pair(const TextBuffer& text, SyntaxStates& states, Position caret) {
  const std::string& line = text.line(caret.line);
  const std::vector<int> here = brackets_of(text, states, caret.line);
  for (const int column : {caret.column, caret.column - 1}) {
    if (std::find(here.begin(), here.end(), column) == here.end()) continue;
    const Position from{caret.line, column};
    for (const std::string_view pair : kPairs) {
      if (pair.find(line[static_cast<size_t>(column)]) == std::string_view::npos) continue;
      const auto partner = partner_of(text, states, from, pair);
      if (!partner) return std::nullopt;
      return Range{std::min(from, *partner), std::max(from, *partner)};
    }
  }
  return std::nullopt;
}

}  // namespace warplab::app
