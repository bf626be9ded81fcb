// Source: C++20 standard, [expr.rel], [expr.xor], [expr.unary.op] and [expr.comma].
#include "compile/expression_slips.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
namespace warplab::compile {
namespace {

using source::one_of;
using source::Tokens;

using Kind = source::Token::Kind;

// How far a statement is looked at around a sign: in a table of a hundred thousand numbers each
// comma would look at all before it.
constexpr size_t kFarthest = 30;

bool is_sign(const Tokens& t, size_t k) { return k < t.size() && t[k].kind == Kind::sign; }

// < or <= (or > or >=), and no part of << or ->.
bool compares(const Tokens& t, size_t k, std::string_view sign) {
  if (!is(t, k, sign)) return false;
  const bool before = k > 0 && is_sign(t, k - 1) && touches_previous(t, k) &&
                      (is(t, k - 1, sign) || is(t, k - 1, "-"));
  return !before && !(touches_previous(t, k + 1) && is(t, k + 1, sign));
}

// May token `k` stand in a number that is compared, outside of its brackets?
bool is_of_number(const Tokens& t, size_t k) {
  if (k >= t.size()) return false;
  if (t[k].kind == Kind::number) return true;
  if (t[k].kind == Kind::word)
    return t[k].text != "return" && t[k].text != "and" && t[k].text != "or" &&
           !source::is_a(t[k].text, source::kBuiltIn) && !is_type_key(t, k);
  return t[k].text.size() == 1 &&
         std::string_view("+-*/%.").find(t[k].text[0]) != std::string::npos;
}

// Behind the number that begins at `k`, and in front of the one that ends before `k`; `k` where
// there is none.
size_t behind_number(const Tokens& t, size_t k) {
  for (;;) {
    if (is(t, k, "(") || is(t, k, "[")) k = behind_brackets(t, k);
    else if (is_of_number(t, k)) ++k;
    else return k;
  }
}
size_t begin_of_number(const Tokens& t, size_t k) {
  for (size_t depth = 0; k > 0; --k) {
    if (is(t, k - 1, ")") || is(t, k - 1, "]")) ++depth;
    else if (depth > 0 && (is(t, k - 1, "(") || is(t, k - 1, "["))) --depth;
    else if (depth == 0 && !is_of_number(t, k - 1)) break;
  }
  return k;
}

// The signs between which an expression stands that is no part of a larger one.
bool is_end(const Tokens& t, size_t k) {
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"(", ")", "[", "]", "{", "}", ",", ";", "=", "?", ":", "return", "and", "or"});
  const auto doubled = [&](size_t first) {
    return touches_previous(t, first + 1) && is(t, first + 1, t[first].text);
  };
  return k < t.size() && (one_of(t[k].text, kEnds) ||
                          ((is(t, k, "&") || is(t, k, "|")) && (doubled(k) || doubled(k - 1))));
}

// Is this sign in the statement of token `k`, in front of it or behind it? Then what looks like a
// comparison may be the argument of a template.
bool has_before(const Tokens& t, size_t k, std::string_view sign) {
  const size_t first = k < kFarthest ? 0 : k - kFarthest;
  while (k-- > first && !is(t, k, ";") && !is(t, k, "{") && !is(t, k, "}"))
    if (is(t, k, sign)) return true;
  return false;
}
bool has_behind(const Tokens& t, size_t k, std::string_view sign) {
  const size_t end = std::min(t.size(), k + kFarthest);
  while (++k < end && !is(t, k, ";") && !is(t, k, "{") && !is(t, k, "}"))
    if (is(t, k, sign)) return true;
  return false;
}

// `a < b < c`, whose first comparison is at `k`: the outcome of a < b is compared with c.
void look_at_chain(const Tokens& t, size_t k, std::string_view source,
                   std::vector<StatementSlip>& slips) {
  const std::string_view sign = t[k].text;
  const auto behind_sign = [&](size_t at) {
    return at + (touches_previous(t, at + 1) && is(t, at + 1, "=") ? 2 : 1);
  };
  const size_t begin = begin_of_number(t, k), middle = behind_sign(k);
  const size_t second = behind_number(t, middle);
  if (begin == k || second == middle || !compares(t, second, sign)) return;
  const size_t last = behind_sign(second), end = behind_number(t, last);
  if (end == last || (begin > 0 && !is_end(t, begin - 1)) || !is_end(t, end)) return;
  if (sign == "<" ? has_behind(t, end - 1, ">") : has_before(t, begin, "<")) return;
  slips.push_back(
      {t[k].offset, filled_in(sentence_of(Remark::compares_outcome),
                              {{"chain", std::string(text_of(t, begin, end, source))},
                               {"first", std::string(text_of(t, begin, second, source))},
                               {"second", std::string(text_of(t, middle, end, source))}})});
}

bool is_whole_number(const Tokens& t, size_t k) {
  return k < t.size() && t[k].kind == Kind::number &&
         t[k].text.find_first_not_of("0123456789") == std::string_view::npos;
}

// 10^-1, 2^8: both are numbers, so nobody flips bits.
void look_at_power(const Tokens& t, size_t k, std::vector<StatementSlip>& slips) {
  const size_t exponent = is(t, k + 1, "-") ? k + 2 : k + 1;
  if (k == 0 || !is_whole_number(t, k - 1) || !is_whole_number(t, exponent)) return;
  if (t[k - 1].text != "10" && t[k - 1].text != "2") return;
  slips.push_back({t[k].offset, std::string(sentence_of(Remark::is_no_power))});
}

// `sum =+ x`: nothing is added.
void look_at_turned_sign(const Tokens& t, size_t k, std::vector<StatementSlip>& slips) {
  const bool stands_alone = k > 0 && !(is_sign(t, k - 1) && touches_previous(t, k) &&
                                       !is(t, k - 1, "]") && !is(t, k - 1, ")"));
  if (!stands_alone || !touches_previous(t, k + 1) || touches_previous(t, k + 2)) return;
  if (!is(t, k + 1, "+") && !is(t, k + 1, "-")) return;
  const Remark remark = is(t, k + 1, "+") ? Remark::adds_nothing : Remark::subtracts_nothing;
  slips.push_back({t[k].offset, std::string(sentence_of(remark))});
}

// x = y * 0,1;
void look_at_comma(const Tokens& t, size_t k, std::vector<StatementSlip>& slips) {
  if (k == 0 || !is_whole_number(t, k - 1) || !is_whole_number(t, k + 1)) return;
  if (!touches_previous(t, k) || !touches_previous(t, k + 1)) return;
  bool stores = false;
  for (size_t p = k - 1; p > 0; --p) {
    if (k - p > kFarthest) return;
    const size_t q = p - 1;
    if (is(t, q, ")") || is(t, q, "]")) {
      size_t depth = 1;
      for (p = q; p > 0 && depth > 0; --p) {
        if (is(t, p - 1, ")") || is(t, p - 1, "]")) ++depth;
        if (is(t, p - 1, "(") || is(t, p - 1, "[")) --depth;
      }
      if (depth > 0) return;
      ++p;
      continue;
    }
    if (is(t, q, "(") || is(t, q, "[")) return;
    if (is(t, q, ";") || is(t, q, "{") || is(t, q, "}")) break;
    if (is(t, q, "=")) stores = true;
  }
  if (stores)
    slips.push_back({t[k].offset, filled_in(sentence_of(Remark::is_no_fraction),
                                            {{"whole", std::string(t[k - 1].text)},
                                             {"part", std::string(t[k + 1].text)}})});
}

}  // namespace

std::vector<StatementSlip> expression_slips(const Tokens& t, std::string_view source) {
  std::vector<StatementSlip> slips;
  for (size_t k = 0; k < t.size(); ++k) {
    if (compares(t, k, "<") || compares(t, k, ">")) look_at_chain(t, k, source, slips);
    if (is(t, k, "^")) look_at_power(t, k, slips);
    if (is(t, k, "=")) look_at_turned_sign(t, k, slips);
    if (is(t, k, ",")) look_at_comma(t, k, slips);
  }
  return slips;
}

}  // namespace warplab::compile
