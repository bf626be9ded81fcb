#include "verdict/run/causes_in_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "source/scopes.hpp"

namespace warplab::verdict {
namespace {

using data::GateSays;
using data::Saying;
using source::DeclaredName;
using source::is_word;
using source::Scopes;
using source::Token;
using source::Tokens;

// Some causes go through the file again for each candidate: so many of those are looked at, and so
// many tokens in front of one. A file that a person has written has fewer.
constexpr size_t kMostCandidates = 64, kMostTokensBefore = 4096;

// A whole number as the file writes it: 256, 0x1f, 32u.
std::optional<uint64_t> whole_number(const Token& token) {
  if (token.kind != Token::Kind::number) return std::nullopt;
  std::string_view digits = token.text;
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2), base = 16;
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{}) return std::nullopt;
  for (const char* c = end; c != digits.data() + digits.size(); ++c)
    if (std::string_view("uUlL").find(*c) == std::string_view::npos) return std::nullopt;
  return value;
}
std::optional<uint64_t> whole_number(const Tokens& t, size_t k) {
  return k < t.size() ? whole_number(t[k]) : std::nullopt;
}

bool is_two(const Tokens& t, size_t k, std::string_view first, std::string_view second) {
  return is(t, k, first) && is(t, k + 1, second) && touches_previous(t, k + 1);
}
bool is_declared_with(const Tokens& t, size_t token, std::string_view word) {
  return has(t, statement_begin(t, token), token, word);
}

// 1 / 9, of two whole numbers.
Saying quotient_of_constants(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is(t, k, "/")) continue;
    const auto above = whole_number(t, k - 1), below = whole_number(t, k + 1);
    if (!above || !below || *above == 0 || *above >= *below) continue;
    return say(GateSays::quotient_is_zero, s.line_of(t[k].offset),
               fmt::format("{} / {}", t[k - 1].text, t[k + 1].text),
               fmt::format("{}.0f / {}", *above, *below));
  }
  return {};
}

// a & b == c, which is a & (b == c).
Saying comparison_before_and(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 1; k + 3 < t.size(); ++k) {
    const bool is_and = is(t, k, "&") && !is(t, k - 1, "&") && !is(t, k + 1, "&");
    const bool is_value = is_word(t, k - 1) || is(t, k - 1, "]") || is(t, k - 1, ")") ||
                          t[k - 1].kind == Token::Kind::number;
    if (!is_and || !is_value || !(is_word(t, k + 1) || whole_number(t, k + 1))) continue;
    if (!is_two(t, k + 2, "=", "=") && !is_two(t, k + 2, "!", "=")) continue;
    return say(
        GateSays::comparison_comes_first, s.line_of(t[k].offset),
        t[k + 2].text == "=" ? "==" : "!=", fmt::format("({} & {})", t[k - 1].text, t[k + 1].text));
  }
  return {};
}

// `__constant__ float weights[3];` and no value anywhere.
Saying table_without_values(const Scopes& s) {
  const Tokens& t = s.tokens();
  size_t candidates = 0;
  for (size_t k = 0; k < t.size() && candidates < kMostCandidates; ++k) {
    if (!is(t, k, "__constant__") && !is(t, k, "__managed__")) continue;
    ++candidates;
    size_t end = k;
    while (end < t.size() && !is(t, end, ";") && !is(t, end, "=") && !is(t, end, "{") &&
           !is(t, end, "("))
      ++end;
    if (!is(t, end, ";")) continue;
    size_t name = k;
    for (size_t j = k; j < end && !is(t, j, "["); ++j)
      if (is_word(t, j)) name = j;
    const auto is_name = [&](size_t j) { return j < t.size() && is(t, j, t[name].text); };
    bool is_used = false, is_set = false;
    for (size_t j = end; j < t.size(); ++j) {
      if (!is_name(j)) continue;
      is_used = true;
      size_t behind = j + 1;
      while (is(t, behind, "[")) behind = behind_brackets(t, behind);
      is_set |= is(t, behind, "=") && !is_two(t, behind, "=", "=");
    }
    if (is_used && !is_set)
      return say(GateSays::table_has_no_values, t[name].text, s.line_of(t[name].offset));
  }
  return {};
}

// What a variable is set to first, looked for backwards from `k`: the token behind its "=".
size_t value_before(const Tokens& t, size_t k, std::string_view name) {
  const size_t end = k > kMostTokensBefore ? k - kMostTokensBefore : 1;
  while (k-- > end)
    if (is(t, k, "=") && !is(t, k + 1, "=") && is(t, k - 1, name)) return k + 1;
  return Scopes::kNone;
}

// __shfl_down_sync(mask, v, d) with a `d` that begins at 32 or more.
Saying shuffle_beyond_warp(const Scopes& s) {
  const Tokens& t = s.tokens();
  constexpr auto kBy =
      std::to_array<std::string_view>({"__shfl_down_sync", "__shfl_up_sync", "__shfl_xor_sync"});
  for (size_t k = 0; k + 1 < t.size(); ++k) {
    if (!source::one_of(t[k].text, kBy) || !is(t, k + 1, "(")) continue;
    const auto parts = s.parts_of(k + 1);
    if (parts.size() < 3) continue;
    size_t by = parts[2].begin;
    if (parts[2].end == by + 1 && is_word(t, by)) by = value_before(t, k, t[by].text);
    if (by == Scopes::kNone) continue;
    const auto distance = whole_number(t, by);
    const bool is_of_block = is(t, by, "blockDim");
    if (is_of_block || (distance && *distance >= 32))
      return say(GateSays::shuffle_beyond_warp, s.line_of(t[k].offset));
  }
  return {};
}

// A pointer in shared memory that gets the address of a variable of one thread.
Saying local_variable_shared(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is(t, k, "=") || is(t, k + 1, "=") || is(t, k - 1, "=")) continue;
    size_t target = k - 1;
    if (is(t, target, "]")) {
      while (target > 0 && !is(t, target, "[")) --target;
      if (target > 0) --target;
    }
    if (!is_word(t, target)) continue;
    const DeclaredName* const to = s.meant_at(t[target].text, t[target].offset);
    if (!to || to->token == target || !is_declared_with(t, to->token, "__shared__") ||
        !has(t, statement_begin(t, to->token), to->token, "*"))
      continue;
    const size_t value = is(t, k + 1, "&") ? k + 2 : k + 1;
    if (!is_word(t, value)) continue;
    const DeclaredName* const from = s.meant_at(t[value].text, t[value].offset);
    const bool is_array = from && is(t, from->token + 1, "[");
    if (!from || from->where != DeclaredName::Where::block ||
        is_declared_with(t, from->token, "__shared__") || !(is_array || value == k + 2))
      continue;
    return say(GateSays::local_variable_shared, s.line_of(t[k].offset), t[value].text);
  }
  return {};
}

// `atomicCAS(p, old, old + 1);` and no look at what it returns.
Saying swap_not_repeated(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is(t, k, "atomicCAS") || !is(t, k + 1, "(") || s.close_of(k + 1) >= t.size()) continue;
    const bool begins = is(t, k - 1, ";") || is(t, k - 1, "{") || is(t, k - 1, "}") ||
                        is(t, k - 1, ")") || is(t, k - 1, "else");
    if (begins && is(t, s.close_of(k + 1) + 1, ";"))
      return say(GateSays::swap_not_repeated, s.line_of(t[k].offset));
  }
  return {};
}

// atomicAdd(total, 0) reads while atomicAdd(total, x) of other blocks goes on.
Saying read_while_others_add(const Scopes& s) {
  const Tokens& t = s.tokens();
  const auto pointer_of = [&](const Scopes::Part& part) {
    for (size_t k = part.begin; k < part.end; ++k)
      if (is_word(t, k)) return t[k].text;
    return std::string_view();
  };
  std::set<std::string_view> updated;
  size_t reading = Scopes::kNone;
  std::string_view read;
  for (size_t k = 0; k + 1 < t.size(); ++k) {
    if (!t[k].text.starts_with("atomic") || !is(t, k + 1, "(")) continue;
    const auto parts = s.parts_of(k + 1);
    if (parts.size() < 2) continue;
    const auto value = whole_number(t, parts[1].begin);
    const bool only_reads = (t[k].text == "atomicAdd" || t[k].text == "atomicOr") && value == 0u &&
                            parts[1].end == parts[1].begin + 1;
    if (!only_reads) updated.insert(pointer_of(parts[0]));
    else if (reading == Scopes::kNone) reading = k, read = pointer_of(parts[0]);
  }
  if (reading == Scopes::kNone || !updated.contains(read)) return {};
  return say(GateSays::read_while_others_add, s.line_of(t[reading].offset), read);
}

bool is_operator(std::string_view text) {
  constexpr auto kOperators = std::to_array<std::string_view>({"+", "-", "*", "/", "%"});
  return source::one_of(text, kOperators);
}

// Is the macro used where what stands beside it, or in its argument, takes only a part of it?
bool is_torn_in_use(const Scopes& s, const source::MacroDefinition& macro) {
  const Tokens& t = s.tokens();
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is(t, k, macro.name)) continue;
    size_t behind = k + 1;
    bool any = false;
    if (macro.is_called && is(t, behind, "(")) {
      for (size_t j = behind + 1; j < s.close_of(behind) && j < t.size(); ++j)
        any |= s.bracket_around(j) == behind && is_operator(t[j].text);
      behind = s.close_of(behind) + 1;
    }
    const bool is_product = is(t, behind, "*") || is(t, behind, "/") || is(t, behind, "%");
    if (any || is_product || (is_operator(t[k - 1].text) && !is(t, k - 1, "+"))) return true;
  }
  return false;
}

// #define SQUARE(x) x * x
Saying macro_without_brackets(const Scopes& s) {
  size_t candidates = 0;
  for (const source::MacroDefinition& macro : source::macro_definitions(s.source())) {
    if (macro.body.size() < 3 || is(macro.body, 0, "{") || is(macro.body, 0, "do")) continue;
    size_t depth = 0;
    bool is_open = false;
    for (size_t k = 0; k < macro.body.size(); ++k) {
      if (is(macro.body, k, "(")) ++depth;
      if (is(macro.body, k, ")") && depth > 0) --depth;
      const bool beside_parameter = std::ranges::count(macro.parameters, macro.body[k].text) > 0 &&
                                    k + 1 < macro.body.size() &&
                                    is_operator(macro.body[k + 1].text);
      is_open |= (depth == 0 && k > 0 && is_operator(macro.body[k].text)) || beside_parameter;
    }
    if (is_open && ++candidates > kMostCandidates) break;
    if (is_open && is_torn_in_use(s, macro))
      return say(GateSays::macro_needs_brackets, s.line_of(macro.body[0].offset), macro.name);
  }
  return {};
}

}  // namespace

std::optional<SharedTwice> shared_twice(std::string_view source) {
  const Scopes s(source);
  const Tokens& t = s.tokens();
  std::vector<size_t> names;
  size_t candidates = 0;
  for (size_t k = 1; k < t.size() && names.size() < 2; ++k) {
    const bool is_both = (is(t, k, "__shared__") && is(t, k - 1, "extern")) ||
                         (is(t, k, "extern") && is(t, k - 1, "__shared__"));
    if (!is_both) continue;
    if (++candidates > kMostCandidates) break;
    size_t name = k;
    for (size_t j = k; j < t.size() && !is(t, j, "[") && !is(t, j, ";"); ++j)
      if (is_word(t, j)) name = j;
    const bool is_used = std::ranges::count(t, t[name].text, &Token::text) > 1;
    const bool is_known =
        std::ranges::any_of(names, [&](size_t other) { return t[other].text == t[name].text; });
    if (is_used && !is_known) names.push_back(name);
  }
  if (names.size() < 2) return std::nullopt;
  const std::string first(t[names[0]].text), second(t[names[1]].text);
  return SharedTwice{
      first, second,
      say(GateSays::shared_arrays_are_one, first, second, s.line_of(t[names[1]].offset))};
}

Saying cause_of_wrong_answer(std::string_view source) {
  if (const auto twice = shared_twice(source)) return twice->cause;
  const Scopes s(source);
  constexpr std::array kCauses = {
      quotient_of_constants, comparison_before_and,  table_without_values, shuffle_beyond_warp,
      local_variable_shared, macro_without_brackets, swap_not_repeated,    read_while_others_add};
  for (const auto& cause : kCauses)
    if (Saying said = cause(s); !said.empty()) return said;
  return {};
}

int only_atomic_line(std::string_view source) {
  const Scopes s(source);
  const Tokens& t = s.tokens();
  int line = 0;
  for (size_t k = 0; k + 1 < t.size(); ++k) {
    if (!t[k].text.starts_with("atomic") || !is(t, k + 1, "(")) continue;
    if (line > 0) return 0;
    line = s.line_of(t[k].offset);
  }
  return line;
}

}  // namespace warplab::verdict
