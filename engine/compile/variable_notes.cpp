// Where statements give variables values: C++20 standard, [stmt.stmt], [dcl.dcl] and [expr.ass].
#include "compile/variable_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compile/own_headers.hpp"
#include "source/scopes.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::is_a;
using source::is_no_type;
using source::is_plain;
using source::Tokens;

constexpr std::string_view kHeader = "warplab_variables.h";

bool is_head(const Tokens& t, size_t k) {
  return k < t.size() && (is_a(t[k].text, source::kControl) || is(t, k, "catch"));
}

// Two signs that stand together.
bool is_pair(const Tokens& t, size_t k, std::string_view sign) {
  return is(t, k, sign) && is(t, k + 1, sign) && t[k + 1].offset == t[k].offset + 1;
}

// Whether the word at `k` is given a value there: =, += and its like, ++, --.
bool is_changed(const Tokens& t, size_t k) {
  if (is(t, k + 1, "=")) return !is(t, k + 2, "=");
  if (k + 2 < t.size() && t[k + 1].text.size() == 1 && is(t, k + 2, "=") &&
      std::string_view("+-*/%&|^").find(t[k + 1].text[0]) != std::string_view::npos)
    return true;
  for (const std::string_view s : {"<", ">"})
    if (is_pair(t, k + 1, s) && is(t, k + 3, "=")) return true;
  for (const std::string_view s : {"+", "-"})
    if (is_pair(t, k + 1, s) || (k >= 2 && is_pair(t, k - 2, s))) return true;
  return false;
}

// A member's name, or one of another namespace, is no variable's.
bool is_qualified(const Tokens& t, size_t k) {
  if (k == 0) return false;
  return is(t, k - 1, ".") || (k > 1 && is(t, k - 1, ">") && is(t, k - 2, "-")) ||
         (k > 1 && is_pair(t, k - 2, ":"));
}

// Whether some function may take a variable by reference. (What is `a & b` in a call may be, too.)
bool takes_references(const Tokens& t) {
  for (size_t k = 1; k + 2 < t.size(); ++k)
    if (is(t, k, "&") && (is_word(t, k - 1) || is(t, k - 1, ">")) && is_word(t, k + 1) &&
        (is(t, k + 2, ",") || is(t, k + 2, ")")))
      return true;
  return false;
}

using BlockKind = source::Block::Kind;

class Notes {
 public:
  Notes(std::string_view source, const std::vector<std::string_view>& headers)
      : source_(source), scopes_(source) {
    for (const auto& [name, declarations] : scopes_.names())
      for (const DeclaredName& declared : declarations)
        if (!declared.is_macro) declared_.emplace(declared.offset, &declared);
    for (const std::string_view header : headers)
      references_ |= takes_references(source::tokens_of(header));
    references_ |= takes_references(all_);
  }

  NotedSource run(std::string_view file_name) {
    look_at_macros();
    look_at_addresses();
    if (gives_up_ || !read()) return {};
    for (NotedVariable& v : variables_)
      if (excluded_.contains(v.name)) v.name.clear();
    return written(file_name);
  }

 private:
  enum class Place { behind_statement, in_expression, in_condition };
  struct Insertion {
    size_t at = 0;
    size_t number = 0;
    Place place = Place::behind_statement;
  };

  // --- the whole file

  void look_at_macros() {
    for (const source::MacroDefinition& macro : source::macro_definitions(source_)) {
      macros_.insert(macro.name);
      for (size_t k = 0; k < macro.body.size(); ++k)
        if (is_word(macro.body, k) && is_changed(macro.body, k)) exclude(macro.body[k].text);
    }
  }

  // Where an address is taken or a lambda captures by reference, a value may change anywhere.
  void look_at_addresses() {
    for (size_t k = 0; k + 1 < all_.size(); ++k) {
      if (!is(all_, k, "&")) continue;
      const bool captures = k > 0 && is(all_, k - 1, "[");
      gives_up_ |= captures;
      const bool is_binary =
          k > 0 && ((is_word(all_, k - 1) && !is(all_, k - 1, "return")) ||
                    all_[k - 1].kind == source::Token::Kind::number || is(all_, k - 1, ")") ||
                    is(all_, k - 1, "]") || is(all_, k - 1, "&"));
      if (!is_binary && is_word(all_, k + 1)) exclude(all_[k + 1].text);
    }
  }

  void exclude(std::string_view name) { excluded_.insert(std::string(name)); }
  void exclude_words(const Tokens& t, size_t begin, size_t end) {
    for (size_t k = begin; k < end && k < t.size(); ++k)
      if (is_word(t, k)) exclude(t[k].text);
  }

  // Statement by statement. False: the file is not understood.
  bool read() {
    in_code_.push_back(false);
    Tokens statement;
    size_t depth = 0;  // of brackets; in them a brace is a value, or a lambda's body
    for (size_t k = 0; k < all_.size(); ++k) {
      const source::Token& token = all_[k];
      const std::string_view s = token.text;
      const BlockKind kind = s == "{" ? scopes_.block_at(k).kind : BlockKind::value;
      if (depth == 0 && (kind == BlockKind::space || kind == BlockKind::function ||
                         kind == BlockKind::statements)) {
        open(statement, kind == BlockKind::space);
        statement.clear();
        continue;
      }
      if (depth == 0 && s == "}") {
        if (in_code_.size() == 1) return false;
        in_code_.pop_back();
        statement.clear();
        continue;
      }
      if (depth == 0 && s == ";") {
        end_statement(statement, token.offset);
        statement.clear();
        continue;
      }
      if (s == "(" || s == "[" || s == "{") ++depth;
      if ((s == ")" || s == "]" || s == "}") && depth-- == 0) return false;
      statement.push_back(token);
      if (depth == 0 && ends_label(statement, source_, in_code_.back())) statement.clear();
    }
    return in_code_.size() == 1;
  }

  void open(const Tokens& st, bool is_space) {
    if (in_code_.back()) behind_heads(st);
    in_code_.push_back(!is_space);
  }

  // --- statements

  void end_statement(const Tokens& st, size_t semicolon) {
    if (!in_code_.back() || st.empty()) return;
    const size_t begin = behind_heads(st);
    if (begin < st.size()) simple_statement(st, begin, semicolon);
  }

  void simple_statement(const Tokens& st, size_t begin, size_t semicolon) {
    if (is(st, begin, "asm") || is(st, begin, "__asm__"))
      return exclude_words(st, begin, st.size());
    const std::vector<const DeclaredName*> declared = declared_in(st, begin, st.size());
    const std::vector<size_t> changed = changed_in(st, begin, st.size());
    // What a macro makes of it may be no expression.
    if (uses_macro(st, begin, st.size()))
      for (const size_t number : changed) exclude(variables_[number].name);
    if (declared.empty()) {
      // Behind a return nobody looks; after any other expression the note is a part of it, so that
      // it may stand in front of an `else`.
      if (is_type_key(st, begin) ||
          (is_no_type(st[begin].text) && !st[begin].text.ends_with("_cast")))
        return;
      for (const size_t number : changed) note(semicolon, number, Place::in_expression);
      return;
    }
    for (const size_t number : changed) note(semicolon + 1, number, Place::behind_statement);
    for (const DeclaredName* const d : declared) {
      const std::optional<size_t> number = declare(*d);
      const bool has_value = is(all_, d->token + 1, "=") || is(all_, d->token + 1, "{");
      if (number && has_value) note(semicolon + 1, *number, Place::behind_statement);
    }
  }

  // Reads conditions and heads of loops, and returns where the statement behind them begins.
  size_t behind_heads(const Tokens& st) {
    size_t k = 0;
    for (;;) {
      if (is(st, k, "else") || is(st, k, "do") || is(st, k, "try")) {
        ++k;
        continue;
      }
      if (!is_head(st, k)) return k;
      const size_t open = k + (is(st, k + 1, "constexpr") ? 2 : 1);
      if (!is(st, open, "(")) return k;
      const size_t end = behind_brackets(st, open);
      if (is(st, k, "for")) loop_head(st, open + 1, end - 1);
      else head(st, open + 1, end - 1);
      k = end;
    }
  }

  // A note has no place here: what changes, or is declared, has none anywhere.
  void head(const Tokens& st, size_t begin, size_t end) {
    for (const size_t number : changed_in(st, begin, end)) exclude(variables_[number].name);
    for (size_t k = begin; k + 1 < end; ++k)
      if (is_word(st, k) && is_word(st, k + 1)) exclude(st[k + 1].text);
  }

  void loop_head(const Tokens& st, size_t begin, size_t end) {
    std::vector<size_t> semicolons;
    for (size_t k = begin, depth = 0; k < end; ++k) {
      if (is(st, k, "(") || is(st, k, "[") || is(st, k, "{")) ++depth;
      if (is(st, k, ")") || is(st, k, "]") || is(st, k, "}")) --depth;
      if (depth == 0 && is(st, k, ";")) semicolons.push_back(k);
    }
    if (semicolons.size() != 2) return exclude_words(st, begin, end);
    std::vector<size_t> numbers = changed_in(st, begin, semicolons[0]);
    for (const DeclaredName* const d : declared_in(st, begin, semicolons[0]))
      if (const std::optional<size_t> number = declare(*d)) numbers.push_back(*number);
    for (const size_t number : changed_in(st, semicolons[1] + 1, end)) numbers.push_back(number);
    head(st, semicolons[0] + 1, semicolons[1]);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const size_t at = st[semicolons[0]].offset + 1;
    for (const size_t number : numbers) note(at, number, Place::in_condition);
    if (semicolons[1] == semicolons[0] + 1) always_.push_back(at);
  }

  // A number for what has a value of its own: no array, pointer or reference, nor one for all
  // threads. None: it has no notes, and hides others of its name.
  std::optional<size_t> declare(const DeclaredName& d) {
    for (size_t k = d.type_begin; k < d.type_end; ++k)
      if (is_a(all_[k].text, source::kOneForAll)) return std::nullopt;
    const bool is_reference = has(all_, d.own_begin, d.token, "&");
    if (is_reference) exclude_words(all_, d.token + 1, declarator_end(d));
    if (is_reference || has(all_, d.own_begin, d.token, "*")) return std::nullopt;
    const std::string_view name = all_[d.token].text;
    if (!is_plain(name) || is(all_, d.token + 1, "[") || is(all_, d.token + 1, "("))
      return std::nullopt;
    // A block ends with its brace; what a head declares, with the statement behind it.
    const size_t behind = scopes_.token_at(d.scope_end);
    const size_t last = d.where == DeclaredName::Where::block ? behind : behind - 1;
    numbers_.emplace(&d, variables_.size());
    variables_.push_back(
        {std::string(name), scopes_.line_of(d.offset), scopes_.line_of(scopes_.offset_at(last))});
    return variables_.size() - 1;
  }
  // Behind its value.
  size_t declarator_end(const DeclaredName& d) const {
    size_t k = d.token + 1;
    while (k < all_.size() && !is(all_, k, ",") && !is(all_, k, ";") && !is(all_, k, ")"))
      k = is(all_, k, "(") || is(all_, k, "[") || is(all_, k, "{") ? scopes_.close_of(k) + 1
                                                                   : k + 1;
    return k;
  }

  void note(size_t at, size_t number, Place place) { insertions_.push_back({at, number, place}); }

  // Numbers of the variables that are given values, or may be.
  std::vector<size_t> changed_in(const Tokens& t, size_t begin, size_t end) const {
    std::set<size_t> numbers;
    for (size_t k = begin; k < end; ++k) {
      if (!is_word(t, k) || is_qualified(t, k) || declared_.contains(t[k].offset)) continue;
      const auto number = numbers_.find(scopes_.meant_at(t[k].text, t[k].offset));
      if (number == numbers_.end()) continue;
      if (is_changed(t, k) || (may_change_arguments(t, begin, k) && is_argument(t, k)))
        numbers.insert(number->second);
    }
    return {numbers.begin(), numbers.end()};
  }
  static bool is_argument(const Tokens& t, size_t k) {
    return k > 0 && (is(t, k - 1, "(") || is(t, k - 1, ",")) &&
           (is(t, k + 1, ")") || is(t, k + 1, ","));
  }
  // A function that takes references, or a macro, somewhere in front.
  bool may_change_arguments(const Tokens& t, size_t begin, size_t end) const {
    return references_ || uses_macro(t, begin, end);
  }
  bool uses_macro(const Tokens& t, size_t begin, size_t end) const {
    for (size_t k = begin; k < end; ++k)
      if (is_word(t, k) && macros_.contains(t[k].text)) return true;
    return false;
  }

  // The variables that a statement declares; empty where it is no declaration.
  std::vector<const DeclaredName*> declared_in(const Tokens& t, size_t begin, size_t end) const {
    std::vector<const DeclaredName*> found;
    for (size_t k = begin; k < end; ++k)
      if (const auto at = declared_.find(t[k].offset); at != declared_.end())
        if (const DeclaredName& d = *at->second;
            !d.is_function && !d.is_type && d.where != DeclaredName::Where::parameter &&
            d.where != DeclaredName::Where::file)  // a member of a type
          found.push_back(&d);
    return found;
  }

  // --- the text

  std::string text_of(const Insertion& i) const {
    const std::string call =
        fmt::format("::warplab_variables::note<{}>({})", i.number, variables_[i.number].name);
    switch (i.place) {
      case Place::behind_statement: return " " + call + ";";
      case Place::in_expression: return ", " + call;
      case Place::in_condition: return " " + call + ",";
    }
    return "";
  }

  NotedSource written(std::string_view file_name) {
    NotedSource noted;
    std::vector<std::pair<size_t, std::string>> pieces;
    for (const Insertion& i : insertions_)
      if (!variables_[i.number].name.empty()) pieces.emplace_back(i.at, text_of(i));
    if (pieces.empty()) return noted;
    for (const size_t at : always_) pieces.emplace_back(at, " true");
    std::ranges::stable_sort(pieces, {}, [](const auto& piece) { return piece.first; });
    const auto headers = own_headers();
    const auto header = std::ranges::find(headers, kHeader, &OwnHeader::name);
    noted.text =
        fmt::format("#line 1 \"{}\"\n{}\n#line 1 \"{}\"\n", kHeader, header->text, file_name);
    size_t done = 0;
    for (const auto& [at, text] : pieces) {
      noted.text += source_.substr(done, at - done);
      noted.text += text;
      done = at;
    }
    noted.text += source_.substr(done);
    noted.variables = std::move(variables_);
    return noted;
  }

  std::string_view source_;
  source::Scopes scopes_;
  const Tokens& all_ = scopes_.tokens();
  std::map<size_t, const DeclaredName*> declared_;  // by the offset of the name
  std::map<const DeclaredName*, size_t> numbers_;
  bool references_ = false, gives_up_ = false;
  std::set<std::string_view> macros_;
  std::set<std::string> excluded_;
  std::vector<bool> in_code_;  // of the blocks around the place
  std::vector<NotedVariable> variables_;
  std::vector<Insertion> insertions_;
  std::vector<size_t> always_;  // conditions that are empty
};

}  // namespace

NotedSource note_variables(std::string_view source, std::string_view file_name,
                           const std::vector<std::string_view>& headers) {
  return Notes(source, headers).run(file_name);
}

}  // namespace warplab::compile
