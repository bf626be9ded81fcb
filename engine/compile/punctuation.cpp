#include "compile/punctuation.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace warplab::compile {
namespace {

constexpr int kTab = 8;  // columns, as terminals have them

struct CodeCharacter {
  char character = 0;
  SourcePlace place;
  int indent = 0;      // of its line
  bool first = false;  // on its line
};

// The characters of a C++ text that are code: no blanks, comments, directives, nor what stands
// between quotes.
std::vector<CodeCharacter> code_of(std::string_view text) {
  std::vector<CodeCharacter> code;
  int line = 1, indent = 0;
  size_t line_begin = 0;
  bool only_blanks = true;  // on this line so far
  const auto next_line = [&](size_t at) {
    ++line;
    line_begin = at + 1;
    indent = 0;
    only_blanks = true;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string_view rest = text.substr(i);
    if (c == '\n') {
      next_line(i);
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (only_blanks) indent = c == '\t' ? (indent / kTab + 1) * kTab : indent + 1;
    } else if (rest.starts_with("//") || (c == '#' && only_blanks)) {
      while (i < text.size() && text[i] != '\n') {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n') next_line(++i);
        ++i;
      }
      if (i < text.size()) next_line(i);
    } else if (rest.starts_with("/*")) {
      const size_t end = std::min(text.find("*/", i + 2), text.size());
      for (; i < end; ++i)
        if (text[i] == '\n') next_line(i);
      ++i;
    } else {
      const bool is_quote =
          c == '"' || (c == '\'' && (i == 0 || text[i - 1] < '0' || text[i - 1] > '9'));
      code.push_back({c, {line, static_cast<int>(i - line_begin) + 1}, indent, only_blanks});
      only_blanks = false;
      if (!is_quote) continue;
      size_t end = i + 1;
      while (end < text.size() && text[end] != c && text[end] != '\n')
        end += text[end] == '\\' && end + 1 < text.size() && text[end + 1] != '\n' ? 2 : 1;
      if (end >= text.size() || text[end] == '\n') continue;
      i = end;
      code.push_back({c, {line, static_cast<int>(i - line_begin) + 1}, indent, false});
    }
  }
  return code;
}

bool is_before(SourcePlace a, SourcePlace b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

// Of `namespace x {` and `extern "C" {` the content is often not indented.
bool opens_a_scope_of_declarations(const std::vector<CodeCharacter>& code, size_t brace) {
  std::string words;
  size_t i = brace;
  while (i > 0 && code[i - 1].character != ';' && code[i - 1].character != '}' &&
         code[i - 1].character != '{')
    --i;
  for (; i < brace; ++i) words += code[i].character;
  return words.starts_with("namespace") || words == "extern\"\"";
}

}  // namespace

std::optional<SourcePlace> code_before(std::string_view text, SourcePlace place) {
  std::optional<SourcePlace> last;
  for (const CodeCharacter& c : code_of(text)) {
    if (!is_before(c.place, place)) break;
    last = c.place;
  }
  return last;
}

std::optional<SourcePlace> unclosed_brace(std::string_view text) {
  struct Open {
    SourcePlace place;
    int indent = 0;
    bool indents = true;
  };
  std::vector<Open> open;
  const std::vector<CodeCharacter> code = code_of(text);
  for (size_t i = 0; i < code.size(); ++i) {
    const CodeCharacter& c = code[i];
    const bool is_outside = c.first && c.character != '}' && c.character != '{' && !open.empty() &&
                            open.back().indents && open.back().indent == 0 && c.indent == 0 &&
                            open.size() == 1;
    // A label and the like may stand at the left; the head of a function opens a brace of its own.
    if (is_outside) {
      const auto head = std::find_if(code.begin() + static_cast<std::ptrdiff_t>(i), code.end(),
                                     [](const CodeCharacter& next) {
                                       return next.character == '{' || next.character == ';' ||
                                              next.character == '}' || next.character == ':';
                                     });
      if (head != code.end() && head->character == '{') return open.back().place;
    }
    if (c.character == '{') {
      open.push_back({c.place, c.indent, !opens_a_scope_of_declarations(code, i)});
    } else if (c.character == '}') {
      if (open.empty()) return std::nullopt;
      const bool closes_an_outer_one =
          c.first && open.back().indent > c.indent && open.back().place.line != c.place.line &&
          std::any_of(open.begin(), open.end(),
                      [&](const Open& o) { return o.indent == c.indent; });
      if (closes_an_outer_one) return open.back().place;
      open.pop_back();
    }
  }
  if (open.empty()) return std::nullopt;
  return open.back().place;
}

}  // namespace warplab::compile
