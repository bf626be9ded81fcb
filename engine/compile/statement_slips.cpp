// Source: C++20 standard, [stmt.select], [stmt.iter] and [expr.ass].
#include "compile/statement_slips.hpp"

#include <algorithm>

#include "compile/expression_slips.hpp"
#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
#include "source/declarations.hpp"
#include "source/statements.hpp"

namespace warplab::compile {
namespace {

using source::control_statements;
using source::ControlStatement;
using source::Tokens;

using Kind = source::Token::Kind;

// Is token `k` a = that stands alone, and no part of ==, <= or +=?
bool is_assignment(const Tokens& t, size_t k) {
  if (!is(t, k, "=")) return false;
  const bool before =
      k > 0 && t[k - 1].kind == Kind::sign && touches_previous(t, k) &&
      std::string_view("=!<>+-*/%&|^").find(t[k - 1].text) != std::string_view::npos;
  const bool behind = touches_previous(t, k + 1) && is(t, k + 1, "=");
  return !before && !behind;
}

// Behind what can be assigned to and begins at `k`: x, *p, a[i].y, p->z; `k` where it is none.
size_t behind_place(const Tokens& t, size_t k) {
  const size_t begin = k;
  while (is(t, k, "*")) ++k;
  if (!is_word(t, k)) return begin;
  ++k;
  while (k < t.size()) {
    if (is(t, k, "[")) k = behind_brackets(t, k);
    else if (is(t, k, ".") && is_word(t, k + 1)) k += 2;
    else if (is(t, k, "-") && is(t, k + 1, ">") && is_word(t, k + 2)) k += 3;
    else break;
  }
  return k;
}

// A condition from token `begin` to `end`.
void look_at_condition(const Tokens& t, size_t begin, size_t end, std::string_view source,
                       std::vector<StatementSlip>& slips) {
  for (size_t k = begin; k < end; ++k)
    if (is(t, k, ";")) begin = k + 1;  // what is done first has a semicolon behind it
  const size_t behind = behind_place(t, begin);
  if (behind == begin || behind + 1 >= end || !is_assignment(t, behind)) return;
  for (size_t k = behind; k < end; ++k)
    if (is(t, k, "(")) return;
  slips.push_back(
      {t[begin].offset, filled_in(sentence_of(Remark::stores_in_condition),
                                  {{"condition", std::string(text_of(t, begin, end, source))},
                                   {"place", std::string(text_of(t, begin, behind, source))}})});
}

}  // namespace

std::vector<StatementSlip> statement_slips(std::string_view source) {
  const Tokens t = source::tokens_of(source);
  std::vector<StatementSlip> slips = expression_slips(t, source);
  const auto token_at = [&](size_t offset) {
    return static_cast<size_t>(std::ranges::lower_bound(t, offset, {}, &source::Token::offset) -
                               t.begin());
  };
  for (const ControlStatement& statement : control_statements(source)) {
    const size_t keyword = token_at(statement.head_begin), behind = token_at(statement.head_end);
    const bool is_if = is(t, keyword, "if"), is_while = is(t, keyword, "while");
    const size_t open = keyword + (is(t, keyword + 1, "constexpr") ? 2 : 1);
    if ((is_if || is_while) && is(t, open, "(") && behind > open + 1)
      look_at_condition(t, open + 1, behind - 1, source, slips);
    // In a `do` the semicolon is its end.
    const bool has_body = statement.head_begin == statement.begin;
    if (!has_body || !is(t, behind, ";")) continue;
    if (is_if && !is(t, behind + 1, "else"))
      slips.push_back({t[behind].offset, std::string(sentence_of(Remark::ends_if))});
    else if (!is_if && is(t, behind + 1, "{"))
      slips.push_back({t[behind].offset, filled_in(sentence_of(Remark::ends_loop),
                                                   {{"word", std::string(t[keyword].text)}})});
  }
  std::ranges::sort(slips, {}, &StatementSlip::offset);
  return slips;
}

}  // namespace warplab::compile
