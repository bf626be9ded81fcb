// Why a loop does not end, as its file shows it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "source/scopes.hpp"
#include "source/statements.hpp"
#include "verdict/run/causes_in_source.hpp"

namespace warplab::verdict {
namespace {

using data::GateSays;
using data::Saying;
using source::DeclaredName;
using source::is_word;
using source::Scopes;
using source::Token;
using source::Tokens;

// A loop in tokens, half open: all of it, its condition, and what changes behind each pass.
struct Loop {
  const Scopes* file;
  size_t begin = 0, end = 0;
  Scopes::Part condition{0, 0}, step{0, 0}, first{0, 0};
  const Scopes& scopes() const { return *file; }
  const Tokens& tokens() const { return scopes().tokens(); }
  int line() const { return scopes().line_of(scopes().offset_at(begin)); }
  std::string text(const Scopes::Part& part) const {
    return std::string(text_of(tokens(), part.begin, part.end, scopes().source()));
  }
};

Loop loop_of(const Scopes& s, const source::ControlStatement& statement) {
  const Tokens& t = s.tokens();
  Loop loop{&s, s.token_at(statement.begin), s.token_at(statement.end), {}, {}, {}};
  const size_t head = s.token_at(statement.head_begin);
  const size_t open = source::open_of_head(t, head);
  if (!is(t, open, "(") || s.close_of(open) >= t.size()) return loop;
  const size_t close = s.close_of(open);
  if (!is(t, head, "for")) {
    loop.condition = {open + 1, close};
    return loop;
  }
  std::vector<size_t> ends;
  for (size_t k = open + 1; k < close; ++k) {
    if (is(t, k, "(") || is(t, k, "[") || is(t, k, "{")) k = std::min(s.close_of(k), close);
    if (is(t, k, ";")) ends.push_back(k);
  }
  if (ends.size() != 2) return loop;
  loop.first = {open + 1, ends[0]};
  loop.condition = {ends[0] + 1, ends[1]};
  loop.step = {ends[1] + 1, close};
  return loop;
}

// Is the variable given a value by this token and those behind it: =, +=, ++?
bool is_changed_at(const Tokens& t, size_t k) {
  constexpr auto kBefore =
      std::to_array<std::string_view>({"+", "-", "*", "/", "%", "&", "|", "^"});
  const auto twice = [&](size_t j, std::string_view sign) {
    return is(t, j, sign) && is(t, j + 1, sign) && touches_previous(t, j + 1);
  };
  if (twice(k + 1, "+") || twice(k + 1, "-")) return true;
  if (k >= 2 && (twice(k - 2, "+") || twice(k - 2, "-"))) return true;
  if (k >= 1 && is(t, k - 1, "&") && !(k >= 2 && (is_word(t, k - 2) || is(t, k - 2, ")"))))
    return true;  // its address goes somewhere
  if (is(t, k + 1, "=")) return !is(t, k + 2, "=");
  for (const std::string_view sign : kBefore)
    if (is(t, k + 1, sign) && is(t, k + 2, "=") && touches_previous(t, k + 2)) return true;
  const bool shifts = twice(k + 1, "<") || twice(k + 1, ">");
  return shifts && is(t, k + 3, "=");
}

bool is_changed(const Loop& loop, std::string_view name) {
  const Tokens& t = loop.tokens();
  for (size_t k = loop.begin; k < loop.end; ++k) {
    const bool is_before = loop.first.begin <= k && k < loop.first.end;
    if (!is_before && is(t, k, name) && is_changed_at(t, k)) return true;
  }
  return false;
}

size_t find(const Loop& loop, std::string_view text) {
  const Tokens& t = loop.tokens();
  for (size_t k = loop.begin; k < loop.end; ++k)
    if (is(t, k, text)) return k;
  return Scopes::kNone;
}

std::string type_of(const Loop& loop, size_t token) {
  const Scopes& s = loop.scopes();
  const DeclaredName* const d = s.meant_at(loop.tokens()[token].text, loop.tokens()[token].offset);
  if (!d || d->type_end <= d->type_begin) return {};
  return std::string(text_of(loop.tokens(), d->type_begin, d->type_end, s.source()));
}

// Types of few bits, and the first number beyond what they hold.
struct Narrow {
  std::string_view type;
  uint64_t beyond;
};
constexpr auto kNarrow = std::to_array<Narrow>({{"unsigned char", 256},
                                                {"uint8_t", 256},
                                                {"char", 128},
                                                {"signed char", 128},
                                                {"int8_t", 128},
                                                {"unsigned short", 65536},
                                                {"uint16_t", 65536},
                                                {"short", 32768},
                                                {"int16_t", 32768}});

// `b < 256` of an unsigned char, `i >= 0` of an unsigned.
Saying is_always_true(const Loop& loop) {
  const Tokens& t = loop.tokens();
  for (size_t k = loop.condition.begin; k + 2 < loop.condition.end; ++k) {
    if (!is_word(t, k)) continue;
    const bool is_below = is(t, k + 1, "<"), is_above = is(t, k + 1, ">");
    if (!is_below && !is_above) continue;
    const bool or_equal = is(t, k + 2, "=");
    const size_t at = or_equal ? k + 3 : k + 2;
    if (at >= loop.condition.end) continue;
    uint64_t number = 0;
    const std::string_view digits = t[at].text;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (parsed.ec != std::errc{}) continue;
    const std::string type = type_of(loop, k);
    const auto always = [&] {
      return say(GateSays::condition_always_holds, t[k].text, type, loop.text(loop.condition));
    };
    if (is_above && or_equal && number == 0 &&
        (type.starts_with("unsigned") || type.starts_with("uint") || type == "size_t"))
      return always();
    if (!is_below) continue;
    for (const Narrow& narrow : kNarrow)
      if (type == narrow.type && number + (or_equal ? 1 : 0) >= narrow.beyond) return always();
  }
  return {};
}

// A barrier where one thread at a time comes.
Saying waits_in_lock(const Loop& loop) {
  const size_t cas = std::min(find(loop, "atomicCAS"), find(loop, "atomicExch"));
  const size_t barrier = find(loop, "__syncthreads");
  if (cas == Scopes::kNone || barrier == Scopes::kNone) return {};
  return say(GateSays::barrier_in_lock, loop.scopes().line_of(loop.tokens()[barrier].offset));
}

// atomicCAS(p, assumed, ...) with an `assumed` that stays what it was.
Saying compares_with_the_past(const Loop& loop) {
  const size_t cas = find(loop, "atomicCAS");
  if (cas == Scopes::kNone || !is(loop.tokens(), cas + 1, "(")) return {};
  const auto parts = loop.scopes().parts_of(cas + 1);
  if (parts.size() < 3 || parts[1].end != parts[1].begin + 1) return {};
  const Token& assumed = loop.tokens()[parts[1].begin];
  if (assumed.kind != Token::Kind::word || is_changed(loop, assumed.text)) return {};
  return say(GateSays::compares_with_old_value, assumed.text);
}

// `d >= 0` of what is halved, and 0 that is doubled.
Saying stays_zero(const Loop& loop) {
  const Tokens& t = loop.tokens();
  for (size_t k = loop.step.begin; k + 2 < loop.step.end; ++k) {
    if (!is_word(t, k)) continue;
    const bool halves = (is(t, k + 1, "/") && is(t, k + 2, "=")) ||
                        (is(t, k + 1, ">") && is(t, k + 2, ">") && is(t, k + 3, "="));
    const bool doubles = (is(t, k + 1, "*") && is(t, k + 2, "=")) ||
                         (is(t, k + 1, "<") && is(t, k + 2, "<") && is(t, k + 3, "="));
    const std::string_view name = t[k].text;
    for (size_t j = loop.condition.begin; halves && j + 3 < loop.condition.end + 1; ++j)
      if (is(t, j, name) && is(t, j + 1, ">") && is(t, j + 2, "=") && is(t, j + 3, "0"))
        return say(GateSays::zero_stays_zero, name);
    for (size_t j = loop.first.begin; doubles && j + 2 < loop.first.end + 1; ++j)
      if (is(t, j, name) && is(t, j + 1, "=") && is(t, j + 2, "0"))
        return say(GateSays::zero_stays_zero, name);
  }
  return {};
}

// Nothing of the condition changes in the loop.
Saying stays_as_it_is(const Loop& loop) {
  const Tokens& t = loop.tokens();
  std::string_view first, memory;
  for (size_t k = loop.condition.begin; k < loop.condition.end; ++k) {
    if (!is_word(t, k)) continue;
    if (is(t, k + 1, "(")) return {};  // a function may give something else each time
    const DeclaredName* const d = loop.scopes().meant_at(t[k].text, t[k].offset);
    if (!d || d->is_macro || d->is_function) continue;
    if (is_changed(loop, t[k].text)) return {};
    const bool is_memory = is(t, k + 1, "[") || (k > 0 && is(t, k - 1, "*")) ||
                           has(t, statement_begin(t, d->token), d->token, "__shared__");
    if (is_memory && has(t, d->type_begin, d->token, "volatile")) return {};
    if (is_memory && memory.empty()) memory = t[k].text;
    if (first.empty()) first = t[k].text;
  }
  if (!memory.empty()) return say(GateSays::looks_once, memory);
  return first.empty() ? Saying{} : say(GateSays::does_not_change, first);
}

// A person's condition is shorter: what changes is looked for by each of its words.
constexpr size_t kMostInCondition = 64;

Saying why(const Loop& loop, bool is_around) {
  if (loop.condition.end - loop.condition.begin > kMostInCondition) return {};
  if (Saying said = is_always_true(loop); !said.empty()) return said;
  if (Saying said = waits_in_lock(loop); !said.empty()) return said;
  if (Saying said = compares_with_the_past(loop); !said.empty()) return said;
  if (Saying said = stays_zero(loop); !said.empty()) return said;
  if (is_around) return stays_as_it_is(loop);
  return {};
}

}  // namespace

std::optional<EndlessLoop> endless_loop(std::string_view source, int line) {
  const Scopes s(source);
  std::vector<Loop> around, others;
  for (const source::ControlStatement& statement : source::control_statements(source)) {
    if (!statement.is_loop) continue;
    const bool is_around = s.line_of(statement.begin) <= line &&
                           line <= s.line_of(std::max(statement.end, size_t{1}) - 1);
    (is_around ? around : others).push_back(loop_of(s, statement));
  }
  std::ranges::reverse(around);  // the innermost first
  for (const Loop& loop : around)
    if (Saying said = why(loop, true); !said.empty()) return EndlessLoop{loop.line(), said};
  for (const Loop& loop : others)
    if (Saying said = why(loop, false); !said.empty()) return EndlessLoop{loop.line(), said};
  if (around.empty()) return std::nullopt;
  return EndlessLoop{around.front().line(), {}};
}

}  // namespace warplab::verdict
