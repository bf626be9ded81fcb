#include "compile/messages/unclosed_brace.hpp"

#include <algorithm>
#include <vector>

namespace warplab::compile {
namespace {

using source::is;

constexpr int kTab = 8;  // columns, as terminals have them

// Of the line that a place of the source is on.
int indent_of(const source::Scopes& scopes, size_t offset) {
  int indent = 0;
  for (size_t at = scopes.offset_of(scopes.line_of(offset), 1); at < offset; ++at) {
    const char c = scopes.source()[at];
    if (c != ' ' && c != '\t') break;
    indent = c == '\t' ? (indent / kTab + 1) * kTab : indent + 1;
  }
  return indent;
}

// Of `namespace x {` and `extern "C" {` the content is often not indented.
bool opens_a_scope_of_declarations(const source::Tokens& t, size_t brace) {
  const size_t k = statement_begin(t, brace);
  return is(t, k, "namespace") || (is(t, k, "extern") && k + 2 == brace);
}

// Does the head of a function begin at `k`? A label and the like may stand at the left, too.
bool opens_a_brace(const source::Tokens& t, size_t k) {
  while (k < t.size() && !is(t, k, "{") && !is(t, k, ";") && !is(t, k, "}") && !is(t, k, ":")) ++k;
  return is(t, k, "{");
}

}  // namespace

std::optional<size_t> unclosed_brace(const source::Scopes& scopes) {
  struct Open {
    size_t token;
    int indent, line;
    bool indents;
  };
  const source::Tokens& t = scopes.tokens();
  std::vector<Open> open;
  int line_before = 0;
  for (size_t k = 0; k < t.size(); ++k) {
    const int line = scopes.line_of(t[k].offset), indent = indent_of(scopes, t[k].offset);
    const bool is_first = line != line_before;
    line_before = line;
    if (is(t, k, "{")) {
      open.push_back({k, indent, line, !opens_a_scope_of_declarations(t, k)});
    } else if (is(t, k, "}")) {
      if (open.empty()) return std::nullopt;
      const bool closes_an_outer_one = is_first && open.back().indent > indent &&
                                       open.back().line != line &&
                                       std::ranges::find(open, indent, &Open::indent) != open.end();
      if (closes_an_outer_one) return open.back().token;
      open.pop_back();
    } else if (is_first && indent == 0 && open.size() == 1 && open[0].indents &&
               open[0].indent == 0 && opens_a_brace(t, k)) {
      return open[0].token;
    }
  }
  if (open.empty()) return std::nullopt;
  return open.back().token;
}

}  // namespace warplab::compile
