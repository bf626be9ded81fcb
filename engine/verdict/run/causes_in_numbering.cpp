// Mistakes that a kernel file shows in how it numbers threads and elements, and in who goes on.
#include <fmt/format.h>

#include <array>

#include "source/scopes.hpp"
#include "verdict/run/causes_in_source.hpp"

namespace warplab::verdict {
namespace {

using data::GateSays;
using data::Saying;
using source::DeclaredName;
using source::is_word;
using source::Scopes;
using source::Tokens;
using TokenPart = Scopes::Part;

// So many loops around a place are looked for; a file that a person has written has fewer.
constexpr size_t kMostLoops = 64;

// `blockIdx.x` at token k: its part; empty where another word, or no part, stands there.
std::string_view part_at(const Tokens& t, size_t k, std::string_view of) {
  return is(t, k, of) && is(t, k + 1, ".") && is_word(t, k + 2) ? t[k + 2].text
                                                                : std::string_view();
}

Saying about_line(GateSays says, const Scopes& s, size_t token) {
  return say(says, s.line_of(s.offset_at(token)));
}

// blockIdx.x * gridDim.x + threadIdx.x, or threadIdx.x * blockDim.x + blockIdx.x.
Saying first_thread_of_block(const Scopes& s) {
  const Tokens& t = s.tokens();
  const auto product = [&](size_t k, std::string_view first, std::string_view second) {
    const std::string_view part = part_at(t, k, first);
    return !part.empty() && is(t, k + 3, "*") && part_at(t, k + 4, second) == part
               ? part
               : std::string_view();
  };
  for (size_t k = 0; k + 8 < t.size(); ++k) {
    std::string_view part = product(k, "blockIdx", "gridDim");
    if (part.empty()) part = product(k, "gridDim", "blockIdx");
    const bool is_of_grid =
        !part.empty() && is(t, k + 7, "+") && part_at(t, k + 8, "threadIdx") == part;
    if (part.empty()) part = product(k, "threadIdx", "blockDim");
    if (part.empty()) part = product(k, "blockDim", "threadIdx");
    const bool is_turned =
        !is_of_grid && !part.empty() && is(t, k + 7, "+") && part_at(t, k + 8, "blockIdx") == part;
    if (is_of_grid || is_turned)
      return say(GateSays::first_thread_of_block, s.line_of(t[k].offset),
                 fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", part));
  }
  return {};
}

bool is_parameter(const Scopes& s, size_t k) {
  const DeclaredName* const declared = s.meant_at(s.tokens()[k].text, s.tokens()[k].offset);
  return declared && declared->where == DeclaredName::Where::parameter;
}

// for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x): a step within the
// block, where the end is that of all elements.
Saying stride_of_one_block(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 0; k + 1 < t.size(); ++k) {
    if (!is(t, k, "for") || !is(t, k + 1, "(") || s.close_of(k + 1) >= t.size()) continue;
    const size_t close = s.close_of(k + 1);
    if (close < 8 || part_at(t, close - 3, "blockDim").empty()) continue;
    if (!is(t, close - 4, "=") || !is(t, close - 5, "+")) continue;
    bool begins_by_block = false, ends_with_all = false;
    for (size_t j = k + 2; j < close; ++j) {
      begins_by_block |= is(t, j, "blockIdx");
      ends_with_all |=
          is(t, j, "<") && is_word(t, j + 1) && is(t, j + 2, ";") && is_parameter(s, j + 1);
    }
    if (begins_by_block && ends_with_all)
      return say(GateSays::stride_of_one_block, s.line_of(t[k].offset), t[close - 1].text);
  }
  return {};
}

// sizeof(v) / sizeof(v[0]) of a parameter that is a pointer.
Saying size_of_pointer(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 0; k + 5 < t.size(); ++k) {
    if (!is(t, k, "sizeof") || !is(t, k + 1, "(") || !is_word(t, k + 2) || !is(t, k + 3, ")") ||
        !is(t, k + 4, "/") || !is(t, k + 5, "sizeof"))
      continue;
    const DeclaredName* const v = s.meant_at(t[k + 2].text, t[k].offset);
    if (!v || v->where != DeclaredName::Where::parameter) continue;
    bool is_pointer = is(t, v->token + 1, "[");
    for (size_t j = v->type_begin; j < v->own_end && j < t.size(); ++j) {
      if (is(t, j, "&")) is_pointer = false, j = t.size();
      else is_pointer |= is(t, j, "*");
    }
    if (is_pointer) return say(GateSays::size_of_pointer, s.line_of(t[k].offset), t[k + 2].text);
  }
  return {};
}

// atomicInc(p, 1) counts 0, 1, 0, 1.
Saying increment_wraps(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 0; k + 1 < t.size(); ++k) {
    if (!is(t, k, "atomicInc") || !is(t, k + 1, "(")) continue;
    const auto parts = s.parts_of(k + 1);
    if (parts.size() != 2 || parts[1].end != parts[1].begin + 1) continue;
    const std::string_view most = t[parts[1].begin].text;
    if (most == "1" || most == "1u" || most == "1U" || most == "0")
      return say(GateSays::increment_wraps, s.line_of(t[k].offset));
  }
  return {};
}

// least = 0; ... atomicMin(&least, x).
Saying least_from_zero(const Scopes& s) {
  const Tokens& t = s.tokens();
  for (size_t k = 0; k + 3 < t.size(); ++k) {
    if (!is(t, k, "atomicMin") || !is(t, k + 1, "(")) continue;
    const size_t name = is(t, k + 2, "&") ? k + 3 : k + 2;
    if (!is_word(t, name)) continue;
    for (size_t j = k; j-- > 2;)
      if (is(t, j, "0") && is(t, j - 1, "=") && is(t, j - 2, t[name].text) && is(t, j + 1, ";"))
        return say(GateSays::least_from_zero, s.line_of(t[j].offset), t[name].text);
    break;
  }
  return {};
}

// A sum by __shfl_down_sync that lane 31 takes.
Saying sum_in_lane_zero(const Scopes& s) {
  const Tokens& t = s.tokens();
  bool is_down = false, is_up = false;
  for (size_t k = 0; k < t.size(); ++k) {
    is_down |= is(t, k, "__shfl_down_sync");
    is_up |= is(t, k, "__shfl_up_sync");
  }
  if (!is_down || is_up) return {};
  for (size_t k = 2; k + 2 < t.size(); ++k)
    if (is(t, k, "=") && is(t, k + 1, "=") && is(t, k + 2, "31"))
      return about_line(GateSays::sum_in_lane_zero, s, k);
  return {};
}

bool is_in_loop(const Scopes& s, size_t token) {
  const Tokens& t = s.tokens();
  size_t loops = 0;
  for (size_t k = token; k-- > 0 && loops < kMostLoops;) {
    const bool has_head = (is(t, k, "for") || is(t, k, "while")) && is(t, k + 1, "(");
    if (!has_head && !is(t, k, "do")) continue;
    ++loops;
    size_t body = k + 1;
    if (has_head) {
      if (s.close_of(k + 1) >= t.size()) continue;
      if (s.close_of(k + 1) > token) return true;
      body = s.close_of(k + 1) + 1;
    }
    size_t end = body;  // of a single statement
    while (end < token && !is(t, end, ";") && !is(t, end, "{")) ++end;
    if (is(t, body, "{") ? s.close_of(body) > token : end == token) return true;
  }
  return false;
}

// if (atomicCAS(lock, 0, 1) == 0) { ... } and nothing else for who comes second.
Saying leaves_when_locked(const Scopes& s) {
  const Tokens& t = s.tokens();
  size_t candidates = 0;
  for (size_t k = 2; k + 1 < t.size() && candidates < kMostLoops; ++k) {
    const bool is_asked = (is(t, k, "atomicCAS") || is(t, k, "atomicExch")) && is(t, k + 1, "(") &&
                          is(t, k - 1, "(") && is(t, k - 2, "if");
    if (!is_asked || s.close_of(k - 1) >= t.size()) continue;
    ++candidates;
    if (is_in_loop(s, k)) continue;
    const size_t body = s.close_of(k - 1) + 1;
    if (!is(t, body, "{") || s.close_of(body) >= t.size()) continue;
    // A lock is given back; a claim is kept.
    bool gives_back = false;
    for (size_t j = body; j < s.close_of(body); ++j)
      gives_back |= is(t, j, "atomicExch") || is(t, j, "atomicCAS");
    if (gives_back && !is(t, s.close_of(body) + 1, "else"))
      return say(GateSays::leaves_when_locked, s.line_of(t[k].offset));
  }
  return {};
}

}  // namespace

Saying cause_in_numbering(std::string_view source) {
  const Scopes s(source);
  constexpr std::array kCauses = {first_thread_of_block, stride_of_one_block, size_of_pointer,
                                  increment_wraps,       least_from_zero,     sum_in_lane_zero,
                                  leaves_when_locked};
  for (const auto& cause : kCauses)
    if (Saying said = cause(s); !said.empty()) return said;
  return {};
}

// while (atomicCAS(lock, 1, 0) != 0), while (atomicExch(lock, 1) != 1): they end for everybody.
Saying lock_lets_all_in(std::string_view source) {
  const Scopes s(source);
  const Tokens& t = s.tokens();
  for (size_t k = 2; k + 1 < t.size(); ++k) {
    const bool compares = is(t, k, "atomicCAS");
    if (!(compares || is(t, k, "atomicExch")) || !is(t, k + 1, "(") || !is(t, k - 1, "(") ||
        !is(t, k - 2, "while") || s.close_of(k + 1) + 3 >= t.size())
      continue;
    const size_t close = s.close_of(k + 1);
    const auto parts = s.parts_of(k + 1);
    if (!is(t, close + 1, "!") || !is(t, close + 2, "=") || parts.size() != (compares ? 3u : 2u))
      continue;
    const auto is_alone = [&](const TokenPart& part, std::string_view text) {
      return part.end == part.begin + 1 && is(t, part.begin, text);
    };
    // What the loop ends at is what the exchange itself leaves there.
    const std::string_view ends_at = t[close + 3].text;
    const bool is_wrong = compares ? is_alone(parts[2], ends_at) && !is_alone(parts[1], ends_at)
                                   : is_alone(parts[1], ends_at);
    if (is_wrong) return say(GateSays::lock_lets_all_in, s.line_of(t[k].offset));
  }
  return {};
}

Saying negative_index_on(std::string_view source, int line) {
  const Scopes s(source);
  const Tokens& t = s.tokens();
  for (size_t k = 1; k < t.size(); ++k) {
    if (s.line_of(t[k].offset) != line) continue;
    // The bracket around what stands in front of a closing one is the one that it closes.
    if (is(t, k, "%") && k > 1 && is(t, k - 1, ")") && s.bracket_around(k - 2) != Scopes::kNone) {
      bool subtracts = false, adds = false;
      for (size_t j = s.bracket_around(k - 2) + 1; j + 1 < k; ++j)
        subtracts |= is(t, j, "-"), adds |= is(t, j, "+");
      if (subtracts && !adds) return say(GateSays::remainder_keeps_sign);
    }
    if (!is(t, k - 1, "[") || !is_word(t, k) || !is(t, k + 1, "[")) continue;
    const DeclaredName* const inner = s.meant_at(t[k].text, t[k].offset);
    if (!inner) continue;
    bool is_char = false, has_sign = false;
    for (size_t j = inner->type_begin; j < inner->type_end && j < t.size(); ++j) {
      is_char |= is(t, j, "char");
      has_sign |= is(t, j, "unsigned");
    }
    if (is_char && !has_sign) return say(GateSays::char_is_negative, t[k].text);
  }
  return {};
}

}  // namespace warplab::verdict
