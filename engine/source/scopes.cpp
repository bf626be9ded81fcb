// The forms of declarations and statements: C++20 standard, [dcl.dcl], [dcl.decl], [stmt.stmt] and
// [basic.scope], as far as kernels use them.
#include "source/scopes.hpp"

#include <algorithm>
#include <array>

namespace warplab::source {
namespace {

using Where = DeclaredName::Where;

constexpr auto kBehindNames =
    std::to_array<std::string_view>({"=", ";", "[", "(", "{", ",", ")", ":"});

bool is_type_word(std::string_view word) { return word == "auto" || is_a(word, kBuiltIn); }
bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
bool fits(std::string_view open, std::string_view close) {
  return (open == "(" && close == ")") || (open == "[" && close == "]") ||
         (open == "{" && close == "}");
}

}  // namespace

bool may_be_name(const Tokens& t, size_t k) {
  return is_word(t, k) && !is_a(t[k].text, kKeyword | kBuiltIn | kQualifier | kSpecifier);
}

namespace {

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

// Of `fro (int i = 0; ...)`, too.
bool begins_head(const Tokens& t, size_t k) {
  if (is_a(t[k].text, kControl)) return true;
  return may_be_name(t, k) && is(t, k + 1, "(") && is_word(t, k + 2) &&
         is_type_word(t[k + 2].text) && may_be_name(t, k + 3) && is(t, k + 4, "=");
}

bool ends_case(const Tokens& t, size_t colon) {
  return is(t, colon, ":") && colon > 0 &&
         (is(t, colon - 1, "default") || (colon > 1 && is(t, colon - 2, "case")));
}

}  // namespace

Scopes::Scopes(std::string_view source) : source_(source), tokens_(tokens_of(source)) {
  line_begins_.push_back(0);
  for (size_t at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1))
    line_begins_.push_back(at + 1);
  match_brackets();
  find_ends();
  read();
}

int Scopes::line_of(size_t offset) const {
  return static_cast<int>(std::ranges::upper_bound(line_begins_, offset) - line_begins_.begin());
}

size_t Scopes::offset_of(int line, int column) const {
  if (line < 1 || static_cast<size_t>(line) > line_begins_.size() || column < 1) return kNone;
  return line_begins_[static_cast<size_t>(line - 1)] + static_cast<size_t>(column - 1);
}

size_t Scopes::token_at(size_t offset) const {
  const auto found = std::ranges::lower_bound(tokens_, offset, {}, &Token::offset);
  return static_cast<size_t>(found - tokens_.begin());
}

size_t Scopes::offset_at(size_t token) const {
  return token < tokens_.size() ? tokens_[token].offset : source_.size();
}

void Scopes::match_brackets() {
  close_.assign(tokens_.size(), tokens_.size());
  around_.assign(tokens_.size(), kNone);
  stray_.assign(tokens_.size(), false);
  std::vector<size_t> open;
  for (size_t k = 0; k < tokens_.size(); ++k) {
    const std::string_view text = tokens_[k].text;
    if (closes(text)) {
      // A brace closes what was left open inside of it; another bracket is one too many.
      if (text == "}")
        while (!open.empty() && tokens_[open.back()].text != "{") open.pop_back();
      if (!open.empty() && fits(tokens_[open.back()].text, text)) {
        close_[open.back()] = k;
        open.pop_back();
      } else {
        stray_[k] = true;
      }
    }
    around_[k] = open.empty() ? kNone : open.back();
    if (opens(text)) open.push_back(k);
  }
}

// From the back, because the end of one statement may be that of one that stands in it.
void Scopes::find_ends() {
  const size_t n = tokens_.size();
  rest_end_.assign(n + 1, n);
  statement_end_.assign(n + 1, n);
  const auto behind_close = [&](size_t open) { return std::min(close_[open] + 1, n); };
  for (size_t k = n; k-- > 0;) {
    const std::string_view text = tokens_[k].text;
    if (text == ";") rest_end_[k] = k + 1;
    else if (closes(text)) rest_end_[k] = k;
    else if (opens(text)) rest_end_[k] = rest_end_[behind_close(k)];
    else rest_end_[k] = rest_end_[k + 1];
    statement_end_[k] = rest_end_[k];
    if (text == "{") {
      statement_end_[k] = behind_close(k);
    } else if (begins_head(tokens_, k)) {
      const size_t open = is(tokens_, k + 1, "constexpr") ? k + 2 : k + 1;
      if (!is(tokens_, open, "(")) continue;
      size_t end = statement_end_[behind_close(open)];
      if (text == "if" && is(tokens_, end, "else")) end = statement_end_[end + 1];
      statement_end_[k] = end;
    } else if (text == "do") {
      statement_end_[k] = rest_end_[statement_end_[k + 1]];
    }
  }
}

// `namespace x {`, `extern "C" {`, `struct S {`: what stands in there is declared as at the file's.
bool Scopes::holds_declarations(size_t brace) const {
  for (size_t k = brace; k-- > 0;) {
    const std::string_view text = tokens_[k].text;
    if (text == ";" || text == "{" || text == "}" || text == ")") return false;
    if (text == "namespace" || is_type_key(tokens_, k)) return true;
    if (text == "extern") return true;
  }
  return false;
}

bool Scopes::is_outside_of_functions(size_t token) const {
  for (size_t k = around_[token]; k != kNone; k = around_[k])
    if (!is(tokens_, k, "{") || !holds_declarations(k)) return false;
  return true;
}

void Scopes::add(size_t token, Where where, size_t scope_begin, size_t scope_end, size_t owner,
                 bool is_function) {
  DeclaredName name;
  name.where = where;
  name.token = token;
  name.offset = tokens_[token].offset;
  name.scope_begin = scope_begin;
  name.scope_end = scope_end;
  name.owner = owner;
  name.is_function = is_function;
  names_[tokens_[token].text].push_back(name);
}

void Scopes::read_enumerators(size_t open) {
  const size_t around = around_[open];
  const size_t end = around == kNone ? source_.size() : offset_at(close_[around]);
  for (size_t k = open + 1; k < close_[open]; ++k)
    if (around_[k] == open && is_word(tokens_, k) &&
        (is(tokens_, k - 1, "{") || is(tokens_, k - 1, ",")))
      add(k, around == kNone ? Where::file : Where::block, around == kNone ? 0 : offset_at(around),
          end, 0);
}

// Of the function or lambda whose parameters begin at `open`, and which ends at `scope_end`.
void Scopes::read_parameters(size_t open, size_t scope_end) {
  for (size_t k = open + 1; k < close_[open]; ++k) {
    const bool lacks_comma = is_word(tokens_, k) && is_type_word(tokens_[k].text) &&
                             may_be_name(tokens_, k - 1) && k - 1 > open + 1;
    if (around_[k] != open || !(is(tokens_, k - 1, "(") || is(tokens_, k - 1, ",") || lacks_comma))
      continue;
    size_t at = k;
    while (at < close_[open] && is_beside_type(tokens_[at].text)) ++at;
    const size_t behind = behind_a_type(tokens_, at);
    if (behind == at) continue;
    at = behind;
    while (is(tokens_, at, "*") || is(tokens_, at, "&") || is(tokens_, at, "const") ||
           is(tokens_, at, "__restrict__"))
      ++at;
    if (at < close_[open] && may_be_name(tokens_, at))
      add(at, Where::parameter, offset_at(open), scope_end, 0);
  }
}

// The declaration that begins at token `begin`, if it is one; `end` is the end of what knows it.
void Scopes::read_statement(size_t begin, Where where, size_t owner, size_t end) {
  const Tokens& t = tokens_;
  size_t k = begin;
  const size_t bracket = begin < t.size() ? around_[begin] : kNone;
  const size_t scope_begin = bracket == kNone ? 0 : offset_at(bracket);
  if (is(t, k, "using") && may_be_name(t, k + 1) && is(t, k + 2, "="))
    return add(k + 1, where, scope_begin, end, owner);
  std::vector<size_t> of_template;
  for (;;) {
    const size_t before = k;
    if (is(t, k, "template")) {
      const size_t behind = behind_template_arguments(t, k + 1, true);
      for (size_t p = k + 2; p + 1 < behind; ++p)  // typename T, int n = 3
        if (may_be_name(t, p) && (is(t, p + 1, ",") || is(t, p + 1, ">") || is(t, p + 1, "=")) &&
            is_word(t, p - 1))
          of_template.push_back(p);
      k = behind;
    }
    k = behind_attributes(t, k);
    const bool declares_type = k < t.size() && is_type_key(t, k);
    if (k < t.size() && (is_beside_type(t[k].text) || t[k].kind == Token::Kind::text)) ++k;
    if (declares_type) {  // enum class E, struct S
      if (is_type_key(t, k)) ++k;
      if (may_be_name(t, k)) add(k, where, scope_begin, end, owner);
      const size_t brace = is(t, k, "{") ? k : k + 1;
      if (is(t, before, "enum") && is(t, brace, "{")) read_enumerators(brace);
    }
    if (k == before) break;
  }
  const size_t behind = behind_a_type(t, k);
  if (behind == k) return;
  const auto forms_pointer = [&](size_t at) {
    return is(t, at, "*") || is(t, at, "&") || is(t, at, "const") || is(t, at, "__restrict__");
  };
  const bool is_built_in = is_word(t, k) && is_type_word(t[k].text);
  k = behind;
  while (forms_pointer(k)) ++k;
  if (is(t, k, "[") && is(t, k - 1, "auto")) {  // auto [a, b] = ...
    for (size_t n = k + 1; n < close_[k]; ++n)
      if (may_be_name(t, n)) add(n, where, scope_begin, end, owner);
    return;
  }
  for (bool first = true;; first = false) {
    if (!may_be_name(t, k) || k + 1 >= t.size() || !one_of(t[k + 1].text, kBehindNames)) return;
    // `a * b, c` may be anything, where a is nobody's type.
    if (first && !is_built_in && k > behind && (is(t, k + 1, ",") || is(t, k + 1, "("))) return;
    const bool is_function = is(t, k + 1, "(") && is_outside_of_functions(k);
    add(k, where, scope_begin, end, owner, is_function);
    if (is_function) {
      size_t body = close_[k + 1] + 1;
      while (body < t.size() && !is(t, body, "{") && !is(t, body, ";") && !is(t, body, "}")) ++body;
      const bool has_body = is(t, body, "{");
      const size_t function_end = offset_at(has_body ? close_[body] : close_[k + 1]);
      read_parameters(k + 1, function_end);
      for (const size_t p : of_template)
        add(p, Where::parameter, offset_at(begin), function_end, 0);
      if (has_body) functions_.push_back({offset_at(begin), function_end});
      return;
    }
    while (k < t.size() && !is(t, k, ",") && !is(t, k, ";") && !closes(t[k].text))
      k = opens(t[k].text) ? close_[k] + 1 : k + 1;
    if (!is(t, k, ",")) return;
    ++k;
    while (forms_pointer(k)) ++k;
  }
}

void Scopes::read() {
  const Tokens& t = tokens_;
  for (size_t k = 0; k < t.size(); ++k) {
    const size_t bracket = around_[k];
    const size_t end = bracket == kNone ? source_.size() : offset_at(close_[bracket]);
    // A lambda.
    if (is(t, k, "(") && k > 0 && is(t, k - 1, "]") && is(t, close_[k] + 1, "{"))
      read_parameters(k, offset_at(close_[close_[k] + 1]));
    // Behind a declaration that lacks its semicolon.
    const bool lacks_semicolon =
        k > 0 && is_word(t, k) && (is_type_word(t[k].text) || is_beside_type(t[k].text)) &&
        (may_be_name(t, k - 1) || is(t, k - 1, "]") || t[k - 1].kind == Token::Kind::number);
    if (k == 0 || lacks_semicolon || is(t, k - 1, ";") || is(t, k - 1, "{") || is(t, k - 1, "}") ||
        ends_case(t, k - 1)) {
      if (bracket == kNone) read_statement(k, Where::file, 0, end);
      else if (is(t, bracket, "{"))
        read_statement(k, holds_declarations(bracket) ? Where::file : Where::block, 0, end);
    }
    if (!is_word(t, k)) continue;
    const bool is_head = begins_head(t, k);
    const size_t open = is(t, k + 1, "constexpr") ? k + 2 : k + 1;
    if (is_head && is(t, open, "("))
      read_statement(open + 1, Where::head, k, offset_at(statement_end_[k]));
    const size_t body = t[k].text == "else" || t[k].text == "do" ? k + 1
                        : is_head && is(t, open, "(")            ? close_[open] + 1
                                                                 : t.size();
    if (body < t.size() && !is(t, body, "{"))
      read_statement(body, Where::statement, k, offset_at(rest_end_[body]));
  }
  for (const MacroDefinition& macro : macro_definitions(source_)) {
    DeclaredName name;
    name.offset = static_cast<size_t>(macro.name.data() - source_.data());
    name.scope_end = source_.size();
    names_[macro.name].push_back(name);
  }
  for (auto& [text, declarations] : names_)
    std::ranges::sort(declarations, {}, &DeclaredName::offset);
}

const std::vector<DeclaredName>& Scopes::declarations_of(std::string_view name) const {
  static const std::vector<DeclaredName> kNoDeclarations;
  const auto found = names_.find(name);
  return found == names_.end() ? kNoDeclarations : found->second;
}

bool Scopes::is_known_at(std::string_view name, size_t offset) const {
  return std::ranges::any_of(declarations_of(name), [&](const DeclaredName& declared) {
    return declared.offset < offset && offset < declared.scope_end;
  });
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
  const size_t open = is(tokens_, in_head.owner + 1, "(") ? in_head.owner + 1 : in_head.owner + 2;
  return open < tokens_.size() && is(tokens_, close_[open] + 1, text);
}

}  // namespace warplab::source
