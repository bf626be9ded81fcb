// The forms of declarations: C++20 standard, [dcl.dcl], [dcl.decl] and [basic.scope], as far as
// kernels use them.
#include "source/scopes.hpp"

#include <algorithm>
#include <array>

namespace warplab::source {
namespace {

using Where = DeclaredName::Where;

constexpr auto kBehindNames =
    std::to_array<std::string_view>({"=", ";", "[", "(", "{", ",", ")", ":"});

// Behind the type that begins at `k`, which may be a name of anybody's; `k` where none does.
size_t behind_a_type(const Tokens& t, size_t k) {
  const size_t begin = k;
  while (k < t.size() && is_type_word(t[k].text)) {
    ++k;
    while (is(t, k, "const") || is(t, k, "volatile")) ++k;
  }
  if (k > begin) return k;
  for (;;) {
    if (!may_be_name(t, k)) return begin;
    k = behind_template_arguments(t, k + 1);
    if (is(t, k, ":") && is(t, k + 1, ":")) {
      k += 2;
      continue;
    }
    while (k < t.size() && is_type_word(t[k].text)) ++k;  // cosnt int i
    return k;
  }
}

// Behind what stands between a type and the name that has it: *const, __launch_bounds__(256)
size_t behind_pointers(const Tokens& t, size_t k) {
  for (;;) {
    if (is(t, k, "*") || is(t, k, "&") || is(t, k, "const") || is(t, k, "__restrict__")) ++k;
    else if (const size_t behind = behind_attributes(t, k); behind != k) k = behind;
    else return k;
  }
}

size_t behind_arrays(const Tokens& t, size_t k) {
  while (is(t, k, "[")) k = behind_brackets(t, k);
  return k;
}

// `default:`, `case 3:` and `public:`.
bool ends_label_at(const Tokens& t, size_t colon) {
  return is(t, colon, ":") && colon > 0 &&
         ((is_a(t[colon - 1].text, kLabel) && !is(t, colon - 1, "case")) ||
          (colon > 1 && is(t, colon - 2, "case")));
}

}  // namespace

Scopes::Scopes(std::string_view source) : Outline(source) {
  read();
  read_macros();
  for (auto& [text, declarations] : names_)
    std::ranges::sort(declarations, {}, &DeclaredName::offset);
}

void Scopes::add(const DeclaredName& like, size_t token) {
  DeclaredName& name = names_[tokens()[token].text].emplace_back(like);
  name.token = token;
  name.offset = tokens()[token].offset;
  if (name.own_end <= token) name.own_end = token + 1;
}

// Where names end that are declared inside of a bracket: those of extern "C" and of a namespace
// without a name reach on as if it were not there.
size_t Scopes::end_of_scope(size_t bracket) const {
  while (
      bracket != kNone && bracket > 0 && is(tokens(), bracket, "{") &&
      block_at(bracket).kind == Block::Kind::space &&
      (is(tokens(), bracket - 1, "namespace") || tokens()[bracket - 1].kind == Token::Kind::text))
    bracket = bracket_around(bracket);
  return bracket == kNone ? source().size() : offset_at(close_of(bracket));
}

void Scopes::read_enumerators(size_t open) {
  const size_t around = bracket_around(open);
  DeclaredName like;
  like.where = around == kNone ? Where::file : Where::block;
  like.scope_begin = around == kNone ? 0 : offset_at(around);
  like.scope_end = end_of_scope(around);
  for (size_t k = open + 1; k < close_of(open); ++k) {
    if (bracket_around(k) == open && is_word(tokens(), k) &&
        (is(tokens(), k - 1, "{") || is(tokens(), k - 1, ","))) {
      like.type_begin = like.type_end = like.own_begin = k;
      like.own_end = k + 1;
      add(like, k);
    }
  }
}

// Of the function or lambda whose parameters begin at `open`, and which ends at `scope_end`.
void Scopes::read_parameters(size_t open, size_t owner, size_t scope_end) {
  const Tokens& t = tokens();
  DeclaredName like;
  like.where = Where::parameter;
  like.scope_begin = offset_at(open);
  like.scope_end = scope_end;
  like.owner = owner;
  for (size_t k = open + 1; k < close_of(open); ++k) {
    const bool lacks_comma =
        is_word(t, k) && is_type_word(t[k].text) && may_be_name(t, k - 1) && k - 1 > open + 1;
    if (bracket_around(k) != open || !(is(t, k - 1, "(") || is(t, k - 1, ",") || lacks_comma))
      continue;
    like.type_begin = k;
    size_t at = k;
    while (at < close_of(open) && is_beside_type(t[at].text)) ++at;
    like.type_end = behind_a_type(t, at);
    if (like.type_end == at) continue;
    like.own_begin = like.type_end;
    at = behind_pointers(t, like.type_end);
    like.own_end = behind_arrays(t, at + 1);
    if (at < close_of(open) && may_be_name(t, at)) add(like, at);
  }
}

// Behind template<...>, attributes and words in front of a type; what they declare is added.
size_t Scopes::read_specifiers(DeclaredName& like, std::vector<size_t>& of_template) {
  const Tokens& t = tokens();
  for (size_t k = like.type_begin;;) {
    const size_t before = k;
    if (is(t, k, "template")) {
      const size_t behind = behind_template_arguments(t, k + 1, true);
      for (size_t p = k + 2; p + 1 < behind; ++p)  // typename T, int n = 3
        if (may_be_name(t, p) && (is(t, p + 1, ",") || is(t, p + 1, ">") || is(t, p + 1, "=")) &&
            is_word(t, p - 1))
          of_template.push_back(p);
      k = like.type_begin = behind;
    }
    k = behind_attributes(t, k);
    const bool declares_type = k < t.size() && is_type_key(t, k);
    if (k < t.size() && (is_beside_type(t[k].text) || t[k].kind == Token::Kind::text)) ++k;
    if (declares_type) {  // enum class E, struct S
      if (is_type_key(t, k)) ++k;
      if (may_be_name(t, k)) {
        DeclaredName type = like;
        type.is_type = true;
        type.own_begin = type.type_end = k;
        type.own_end = 0;
        add(type, k);
      }
      const size_t brace = is(t, k, "{") ? k : k + 1;
      if (is(t, before, "enum") && is(t, brace, "{")) read_enumerators(brace);
    }
    if (k == before) return k;
  }
}

void Scopes::read_function(size_t begin, const DeclaredName& function,
                           const std::vector<size_t>& of_template) {
  const Tokens& t = tokens();
  const size_t open = function.token + 1;
  size_t body = close_of(open) + 1;
  while (body < t.size() && !is(t, body, "{") && !is(t, body, ";") && !is(t, body, "}")) ++body;
  const bool has_body = is(t, body, "{");
  const size_t end = offset_at(has_body ? close_of(body) : close_of(open));
  read_parameters(open, function.token, end);
  DeclaredName like;
  like.where = Where::parameter;
  like.scope_begin = offset_at(begin);
  like.scope_end = end;
  like.owner = function.token;
  for (const size_t p : of_template) {
    like.type_begin = p - 1;
    like.type_end = like.own_begin = p;
    like.own_end = p + 1;
    add(like, p);
  }
  if (has_body) functions_.push_back({offset_at(begin), end});
}

// The declaration that begins at token `begin`, if it is one; `end` is the end of what knows it.
void Scopes::read_statement(size_t begin, Where where, size_t owner, size_t end) {
  const Tokens& t = tokens();
  const size_t bracket = begin < t.size() ? bracket_around(begin) : kNone;
  DeclaredName like;
  like.where = where;
  like.scope_begin = bracket == kNone ? 0 : offset_at(bracket);
  like.scope_end = end;
  like.owner = owner;
  like.type_begin = begin;
  if (is(t, begin, "using") && may_be_name(t, begin + 1) && is(t, begin + 2, "=")) {
    like.is_type = true;
    like.type_end = like.own_begin = begin + 1;
    return add(like, begin + 1);
  }
  std::vector<size_t> of_template;
  size_t k = read_specifiers(like, of_template);
  like.type_end = like.own_begin = behind_a_type(t, k);
  if (like.type_end == k) return;
  const bool is_built_in = is_word(t, k) && is_type_word(t[k].text);
  k = behind_pointers(t, like.type_end);
  if (is(t, k, "[") && is(t, k - 1, "auto")) {  // auto [a, b] = ...
    like.own_end = 0;
    for (size_t n = k + 1; n < close_of(k); ++n) {
      like.own_begin = n;
      if (may_be_name(t, n)) add(like, n);
    }
    return;
  }
  for (bool first = true;; first = false) {
    if (!may_be_name(t, k) || k + 1 >= t.size() || !one_of(t[k + 1].text, kBehindNames)) return;
    // `a * b, c` may be anything, where a is nobody's type; `if (a < b && c > d)` is a comparison.
    const bool may_be_call = is(t, k + 1, ",") || is(t, k + 1, "(");
    if (first && !is_built_in && k > like.type_end && may_be_call) return;
    if (where == Where::head && !is(t, owner, "for") && is(t, k + 1, ")")) return;
    like.is_function = is(t, k + 1, "(") && (bracket == kNone || is(t, bracket, "{")) &&
                       (bracket == kNone || block_at(bracket).is_outside);
    like.own_end =
        like.is_function ? std::min(close_of(k + 1) + 1, t.size()) : behind_arrays(t, k + 1);
    add(like, k);
    if (like.is_function) {
      like.token = k;
      return read_function(begin, like, of_template);
    }
    while (k < t.size() && !is(t, k, ",") && !is(t, k, ";") && !is(t, k, ")") && !is(t, k, "]") &&
           !is(t, k, "}"))
      k = is(t, k, "(") || is(t, k, "[") || is(t, k, "{") ? close_of(k) + 1 : k + 1;
    if (!is(t, k, ",")) return;
    like.own_begin = ++k;
    k = behind_pointers(t, k);
  }
}

void Scopes::read() {
  const Tokens& t = tokens();
  for (size_t k = 0; k < t.size(); ++k) {
    const size_t bracket = bracket_around(k);
    // A lambda.
    if (is(t, k, "(") && k > 0 && is(t, k - 1, "]") && is(t, close_of(k) + 1, "{"))
      read_parameters(k, 0, offset_at(close_of(close_of(k) + 1)));
    // Behind a declaration that lacks its semicolon.
    const bool lacks_semicolon =
        k > 0 && is_word(t, k) && (is_type_word(t[k].text) || is_beside_type(t[k].text)) &&
        (may_be_name(t, k - 1) || is(t, k - 1, "]") || t[k - 1].kind == Token::Kind::number);
    const bool begins = k == 0 || lacks_semicolon || is(t, k - 1, ";") || is(t, k - 1, "{") ||
                        is(t, k - 1, "}") || ends_label_at(t, k - 1);
    if (begins && (bracket == kNone || is(t, bracket, "{"))) {
      const bool is_outside = bracket == kNone || block_at(bracket).holds_declarations();
      read_statement(k, is_outside ? Where::file : Where::block, 0, end_of_scope(bracket));
    }
    if (!is_word(t, k)) continue;
    const size_t open = open_of_head(t, k);
    const bool is_head = begins_head(t, k) && is(t, open, "(");
    if (is_head) read_statement(open + 1, Where::head, k, offset_at(statement_end(k)));
    const size_t body = is(t, k, "else") || is(t, k, "do") ? k + 1
                        : is_head                          ? close_of(open) + 1
                                                           : t.size();
    if (body < t.size() && !is(t, body, "{"))
      read_statement(body, Where::statement, k, offset_at(rest_end(body)));
  }
}

void Scopes::read_macros() {
  for (const Directive& directive : directives_of(source())) {
    if (!directive.is("define") || directive.tokens.size() < 2) continue;
    DeclaredName name;
    name.offset = directive.tokens[1].offset;
    name.scope_end = source().size();
    name.is_macro = true;
    names_[directive.tokens[1].text].push_back(name);
  }
}

const std::vector<DeclaredName>& Scopes::declarations_of(std::string_view name) const {
  static const std::vector<DeclaredName> kNoDeclarations;
  const auto found = names_.find(name);
  return found == names_.end() ? kNoDeclarations : found->second;
}

bool Scopes::is_known_at(std::string_view name, size_t offset) const {
  return meant_at(name, offset) != nullptr;
}

const DeclaredName* Scopes::meant_at(std::string_view name, size_t offset) const {
  const DeclaredName* meant = nullptr;
  for (const DeclaredName& declared : declarations_of(name))
    if (declared.offset < offset && offset < declared.scope_end) meant = &declared;
  return meant;
}

std::vector<std::string_view> Scopes::names_known_at(size_t offset) const {
  std::vector<std::string_view> known;
  for (const auto& [name, declarations] : names_)
    if (is_known_at(name, offset)) known.push_back(name);
  return known;
}

size_t Scopes::function_at(size_t offset) const {
  for (size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i].begin <= offset && offset < functions_[i].end) return i;
  return kNone;
}

bool Scopes::head_is_before(const DeclaredName& in_head, std::string_view text) const {
  const size_t open = open_of_head(tokens(), in_head.owner);
  return open < tokens().size() && is(tokens(), close_of(open) + 1, text);
}

}  // namespace warplab::source
