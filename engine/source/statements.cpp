// Source: C++20 standard, [stmt.select], [stmt.iter] and [dcl.fct.def].
#include "source/statements.hpp"

#include <map>
#include <set>

#include "source/outline.hpp"

namespace warplab::source {
namespace {

// Deeper than compilers have to allow ([implimits]: 256), so that a file of nothing but `if` ends.
constexpr size_t kDeepest = 256;

// The text of `asm("exit;")`, which ends a thread wherever it stands.
bool is_exit(const Token& token) {
  return token.kind == Token::Kind::text && token.text.find("exit;") != std::string_view::npos;
}

bool is_exit_by_assembly(const Tokens& t, size_t k) {
  if (k < 2 || !is_exit(t[k]) || !is(t, k - 1, "(")) return false;
  const size_t word = t[k - 2].text.find("volatile") == std::string_view::npos ? 2 : 3;
  return k >= word && t[k - word].text.find("asm") != std::string_view::npos;
}

bool jumps(const Tokens& t, size_t k) {
  return is(t, k, "break") || is(t, k, "continue") || is(t, k, "goto");
}

using Names = std::set<std::string_view>;

// The macros in which there is such a token, or another one of them.
template <class IsSuch>
Names macros_with(const std::vector<MacroDefinition>& macros, IsSuch is_such) {
  std::map<std::string_view, std::vector<std::string_view>> users;  // of a word: macros
  std::vector<std::string_view> open;
  for (const MacroDefinition& m : macros)
    for (const Token& t : m.body) {
      if (is_such(t)) open.push_back(m.name);
      else if (t.kind == Token::Kind::word) users[t.text].push_back(m.name);
    }
  Names names;
  while (!open.empty()) {
    const std::string_view name = open.back();
    open.pop_back();
    if (!names.insert(name).second) continue;
    if (const auto found = users.find(name); found != users.end())
      open.insert(open.end(), found->second.begin(), found->second.end());
  }
  return names;
}

}  // namespace

std::vector<ControlStatement> control_statements(std::string_view source) {
  const Outline outline(source);
  const Tokens& t = outline.tokens();
  struct Open {
    size_t number = 0, end = 0;  // of the statement; the token behind it
    size_t head = 0;             // of a `do`: its `while`
  };
  std::vector<Open> open;
  std::vector<ControlStatement> found;
  const auto behind_head = [&](size_t keyword) {
    const size_t bracket = open_of_head(t, keyword);
    return is(t, bracket, "(") ? std::min(outline.close_of(bracket) + 1, t.size()) : bracket;
  };
  for (size_t k = 0; k < t.size(); ++k) {
    while (!open.empty() && open.back().end <= k) open.pop_back();
    const bool is_do = is(t, k, "do");
    if (!open.empty() && open.back().head == k) {
      k = behind_head(k) - 1;
    } else if (is_do || is_a(t[k].text, kControl)) {
      if (open.size() >= kDeepest) return {};
      const size_t head = is_do ? outline.statement_end(k + 1) : k;
      const bool has_head = !is_do || is(t, head, "while");
      const size_t behind = has_head ? behind_head(head) : head;
      const size_t end = is_do ? behind : outline.statement_end(k);
      open.push_back({found.size(), end, is_do ? head : 0});
      found.push_back({.begin = t[k].offset,
                       .end = t[std::max(end, k + 1) - 1].end(),
                       .head_begin = has_head ? t[head].offset : t[behind - 1].end(),
                       .head_end = t[behind - 1].end(),
                       .is_loop = is_do || is(t, k, "for") || is(t, k, "while")});
      if (!is_do) k = behind - 1;
    } else if (is(t, k, "return") || is_exit_by_assembly(t, k)) {
      for (const Open& one : open) found[one.number].returns = true;
    } else if (jumps(t, k)) {
      for (const Open& one : open) found[one.number].jumps = true;
    }
  }
  return found;
}

std::vector<FunctionBody> function_bodies(std::string_view source) {
  const Outline outline(source);
  const Tokens& t = outline.tokens();
  const std::vector<MacroDefinition> macros = macro_definitions(source);
  const Names exits = macros_with(macros, is_exit);
  const Names returns = macros_with(macros, [](const Token& m) { return m.text == "return"; });
  struct Open {
    size_t number = 0, close = 0;  // of the body; its brace
  };
  std::vector<Open> open;
  std::vector<FunctionBody> found;
  auto block = outline.blocks().begin();
  for (size_t k = 0; k < t.size(); ++k) {
    if (block != outline.blocks().end() && block->open == k) {
      if (block->is_body()) {
        open.push_back({found.size(), block->close});
        found.push_back({.begin = t[k].offset, .end = source.size()});
        if (block->close < t.size()) found.back().end = t[block->close].end();
      }
      ++block;
    }
    if (open.empty()) continue;
    if (open.back().close == k) {
      open.pop_back();
      continue;
    }
    FunctionBody& body = found[open.back().number];
    const bool may_exit = is_exit(t[k]) || exits.contains(t[k].text);
    if (may_exit || is(t, k, "return") || returns.contains(t[k].text))
      body.returns.push_back(t[k].offset);
    body.may_exit |= may_exit;
    body.has_goto |= is(t, k, "goto");
  }
  return found;
}

}  // namespace warplab::source
