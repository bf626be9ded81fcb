// Where statements give variables values: C++20 standard, [stmt.stmt], [dcl.dcl] and [expr.ass].
#include "compile/variable_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compile/own_headers.hpp"
#include "source/outline.hpp"

namespace warplab::compile {
namespace {

using source::is_a;
using source::is_no_type;
using source::is_plain;
using source::Tokens;

constexpr std::string_view kHeader = "warplab_variables.h";

bool is_head(const Tokens& t, size_t k) {
  return k < t.size() && (is_a(t[k].text, source::kControl) || is(t, k, "catch"));
}
bool may_be_type(const Tokens& t, size_t k) {
  return is_word(t, k) && (!is_no_type(t[k].text) || is(t, k, "auto")) && !is_type_key(t, k);
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

struct Declared {
  const source::Token* name = nullptr;
  bool is_noted = false, has_value = false;
};

using BlockKind = source::Block::Kind;

class Notes {
 public:
  Notes(std::string_view source, const std::vector<std::string_view>& headers)
      : source_(source), outline_(source) {
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
  struct Active {
    std::string_view name;
    std::optional<size_t> number;  // none: it has no notes, and hides others of its name
  };
  struct Scope {
    bool is_code = false;
    size_t active = 0;  // variables around it
  };
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
    scopes_.push_back({});
    Tokens statement;
    size_t depth = 0;  // of brackets; in them a brace is a value, or a lambda's body
    for (size_t k = 0; k < all_.size(); ++k) {
      const source::Token& token = all_[k];
      const std::string_view s = token.text;
      const BlockKind kind = s == "{" ? outline_.block_at(k).kind : BlockKind::value;
      if (depth == 0 && (kind == BlockKind::space || kind == BlockKind::function ||
                         kind == BlockKind::statements)) {
        open(statement, kind == BlockKind::space);
        statement.clear();
        continue;
      }
      if (depth == 0 && s == "}") {
        if (scopes_.size() == 1) return false;
        close(token.offset);
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
      if (depth == 0 && ends_label(statement, source_, scopes_.back().is_code)) statement.clear();
    }
    return scopes_.size() == 1;
  }

  void open(const Tokens& st, bool is_space) {
    const size_t around = active_.size();
    if (scopes_.back().is_code) behind_heads(st);
    scopes_.push_back({!is_space, around});
  }

  void close(size_t at) {
    end_variables(scopes_.back().active, at);
    scopes_.pop_back();
  }

  void end_variables(size_t around, size_t at) {
    for (; active_.size() > around; active_.pop_back())
      if (active_.back().number) variables_[*active_.back().number].last_line = line_of(at);
  }

  int line_of(size_t offset) const { return outline_.line_of(offset); }

  // --- statements

  void end_statement(const Tokens& st, size_t semicolon) {
    if (!scopes_.back().is_code || st.empty()) return;
    const size_t around = active_.size();
    const size_t begin = behind_heads(st);
    if (begin < st.size()) simple_statement(st, begin, semicolon);
    // What the head of a loop declares ends with its statement.
    if (begin > 0) end_variables(around, semicolon);
  }

  void simple_statement(const Tokens& st, size_t begin, size_t semicolon) {
    if (is(st, begin, "asm") || is(st, begin, "__asm__"))
      return exclude_words(st, begin, st.size());
    const std::vector<Declared> declared = declared_in(st, begin, st.size());
    const std::vector<size_t> changed = changed_in(st, begin, st.size(), declared);
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
    for (const Declared& d : declared) {
      const std::optional<size_t> number = declare(d);
      if (number && d.has_value) note(semicolon + 1, *number, Place::behind_statement);
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
    const std::vector<Declared> declared = declared_in(st, begin, semicolons[0]);
    std::vector<size_t> numbers = changed_in(st, begin, semicolons[0], declared);
    for (const Declared& d : declared)
      if (const std::optional<size_t> number = declare(d)) numbers.push_back(*number);
    for (const size_t number : changed_in(st, semicolons[1] + 1, end)) numbers.push_back(number);
    head(st, semicolons[0] + 1, semicolons[1]);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const size_t at = st[semicolons[0]].offset + 1;
    for (const size_t number : numbers) note(at, number, Place::in_condition);
    if (semicolons[1] == semicolons[0] + 1) always_.push_back(at);
  }

  std::optional<size_t> declare(const Declared& d) {
    if (!d.is_noted) {
      active_.push_back({d.name->text, std::nullopt});
      return std::nullopt;
    }
    variables_.push_back({std::string(d.name->text), line_of(d.name->offset), 0});
    active_.push_back({d.name->text, variables_.size() - 1});
    return variables_.size() - 1;
  }

  void note(size_t at, size_t number, Place place) { insertions_.push_back({at, number, place}); }

  // Numbers of the variables that are given values, or may be. `but`: what is declared there is
  // another variable than one of the same name around it.
  std::vector<size_t> changed_in(const Tokens& t, size_t begin, size_t end,
                                 const std::vector<Declared>& but = {}) const {
    std::set<size_t> numbers;
    for (size_t k = begin; k < end; ++k) {
      if (!is_word(t, k) || is_qualified(t, k)) continue;
      if (std::ranges::find(but, &t[k], &Declared::name) != but.end()) continue;
      const auto known = std::find_if(active_.rbegin(), active_.rend(),
                                      [&](const Active& a) { return a.name == t[k].text; });
      if (known == active_.rend() || !known->number) continue;
      if (is_changed(t, k) || (may_change_arguments(t, begin, k) && is_argument(t, k)))
        numbers.insert(*known->number);
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

  // --- declarations

  size_t behind_type(const Tokens& t, size_t k) const {
    const size_t begin = k;
    bool is_built_in = false;
    for (; is_word(t, k); ++k) {
      if (is_a(t[k].text, source::kQualifier)) continue;
      if (!is_a(t[k].text, source::kBuiltIn)) break;
      is_built_in = true;
    }
    if (is_built_in) return k;
    if (is_pair(t, k, ":")) k += 2;
    while (may_be_type(t, k) && !macros_.contains(t[k].text)) {
      k = behind_template_arguments(t, k + 1);
      if (!is_pair(t, k, ":")) {
        while (is_word(t, k) && is_a(t[k].text, source::kQualifier)) ++k;
        return k;
      }
      k += 2;
    }
    return begin;
  }

  // The variables that a statement declares; empty where it is no declaration.
  std::vector<Declared> declared_in(const Tokens& t, size_t begin, size_t end) {
    size_t k = behind_attributes(t, begin);
    bool is_noted = true;
    while (is_word(t, k) && is_a(t[k].text, source::kOneForAll)) {
      is_noted = false;
      k = behind_attributes(t, k + 1);
    }
    const size_t type = k;
    k = behind_type(t, k);
    if (k == type) return {};
    std::vector<Declared> found;
    while (k < end) {
      bool is_plain_value = is_noted, is_reference = false;
      while (is(t, k, "*") || is(t, k, "&") ||
             (is_word(t, k) && is_a(t[k].text, source::kQualifier))) {
        is_plain_value &= is_word(t, k);
        is_reference |= is(t, k, "&");
        ++k;
      }
      if (!is_word(t, k) || k >= end) return found;
      Declared d{&t[k], is_plain_value && is_plain(t[k].text), false};
      ++k;
      if (is(t, k, "[") || is(t, k, "(")) d.is_noted = false;
      else if (is(t, k, "=") || is(t, k, "{")) d.has_value = true;
      else if (k < end && !is(t, k, ",")) return {};
      const size_t value = k;
      while (k < end && !is(t, k, ","))
        k = is(t, k, "(") || is(t, k, "[") || is(t, k, "{") ? behind_brackets(t, k) : k + 1;
      if (is_reference) exclude_words(t, value, k);
      found.push_back(d);
      ++k;
    }
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
  source::Outline outline_;
  const Tokens& all_ = outline_.tokens();
  bool references_ = false, gives_up_ = false;
  std::set<std::string_view> macros_;
  std::set<std::string> excluded_;
  std::vector<Scope> scopes_;
  std::vector<Active> active_;
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
