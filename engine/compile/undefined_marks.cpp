// Finds where declarations stand, and where functions end: scopes, statements, labels.
#include "compile/undefined_marks.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "source/declarations.hpp"

namespace warplab::compile {
namespace {

using source::is_a;
using source::is_plain;
using source::joined_word;
using source::Tokens;

// Of tokens of a macro's body: nothing can be put in there where the macro is used.
constexpr size_t kNoPlace = ~size_t{0};

// How deep macros are taken apart, and into how many tokens.
constexpr int kMostMacros = 8;
constexpr size_t kMostTokens = 4096;

// The source with words that are written over the end of a line put together. Lines stay: their
// ends follow the word.
std::string with_whole_words(std::string_view source) {
  std::string whole;
  size_t done = 0;
  for (const source::Token& token : source::tokens_of(source)) {
    if (token.kind != source::Token::Kind::word || token.text.find('\n') == std::string_view::npos)
      continue;
    whole += source.substr(done, token.offset - done);
    whole += joined_word(token.text);
    whole.append(static_cast<size_t>(std::ranges::count(token.text, '\n')), '\n');
    done = token.offset + token.text.size();
  }
  whole += source.substr(done);
  return whole;
}

class Marker {
 public:
  explicit Marker(std::string_view source) : whole_(with_whole_words(source)), source_(whole_) {}

  MarkedSource run(MacroBodies macros, FunctionEnds ends) {
    ends_ = ends;
    const Tokens all = source::tokens_of(source_);
    variables_ = certain_variables(all);
    if (macros == MacroBodies::marked) macros_ = source::macro_definitions(source_);
    for (const source::MacroDefinition& macro : macros_)
      if (const auto [at, is_new] = macros_by_name_.try_emplace(macro.name, &macro); !is_new)
        at->second = nullptr;
    mark(with_brackets_of_macros(all), Scope::Kind::outside);
    for (const source::MacroDefinition& macro : macros_) mark(macro.body, Scope::Kind::code);
    std::ranges::stable_sort(insertions_, {}, &Insertion::at);
    MarkedSource marked;
    size_t done = 0;
    for (const Insertion& i : insertions_) {
      marked.text += source_.substr(done, i.at - done);
      marked.text += i.text;
      done = i.at;
    }
    marked.text += source_.substr(done);
    marked.marks = insertions_.size();
    marked.unmarked = unmarked_;
    return marked;
  }

 private:
  struct Scope {
    enum class Kind { outside, type, code };
    Kind kind = Kind::outside;
    Tokens statement;          // that goes on behind the scope
    size_t type_at = 0;        // of a type: where its struct, class, union or enum stands
    size_t parentheses = 0;    // in it
    bool goes_on = false;      // it does
    bool gives_value = false;  // the body of a function that gives a value back
    bool returns = false;      // its last statement so far is `return`
    bool is_body = false;      // of a function or a lambda
    bool is_deduced = false;   // its type is that of what it returns
    std::string first_value;   // that it returns, as far as it may stand at the end, too
    size_t first_words = 0;    // in it
    bool is_union = false;     // one without a name in a function: its members are variables
    Tokens members;            // of it that have no value
    bool has_value = false;    // one of them has
  };
  struct Insertion {
    size_t at = 0;
    std::string text;
  };

  // Where the reading of tokens is.
  struct Place {
    std::vector<Scope> scopes;
    Tokens statement;        // so far
    size_t parentheses = 0;  // open
    Tokens members;          // of the union that has just ended
    bool in_code() const { return scopes.back().kind == Scope::Kind::code; }
  };

  void mark(const Tokens& all, Scope::Kind outermost) {
    Place place;
    place.scopes = {{outermost, {}, 0, false}};
    for (const source::Token& token : all) {
      if (token.text == "{") {
        open(place);
      } else if (token.text == "}") {
        if (place.scopes.size() == 1) return;  // not understood
        close(place, token.offset);
      } else {
        take(place, token);
      }
    }
  }

  void open(Place& place) {
    unmarked_ += place.scopes.back().kind == Scope::Kind::type && is_constructor(place.statement);
    const Scope& around = place.scopes.back();
    Scope scope = scope_of(place.statement, around.kind, place.parentheses);
    scope.is_union =
        scope.kind == Scope::Kind::type &&
        ((place.in_code() && place.statement.size() == 1 && is(place.statement, 0, "union")) ||
         (around.is_union && place.statement.size() == 1));
    scope.statement = std::move(place.statement);
    scope.parentheses = place.parentheses;
    place.scopes.push_back(std::move(scope));
    place.statement.clear();
    place.parentheses = 0;
  }

  void close(Place& place, size_t at) {
    Scope scope = std::move(place.scopes.back());
    place.scopes.pop_back();
    place.scopes.back().returns = false;
    unmarked_ += scope.is_deduced && !scope.returns && !scope.first_value.empty();
    if (!scope.returns && at != kNoPlace) {
      if (scope.gives_value && ends_ != FunctionEnds::left)
        insertions_.push_back({at, "return ::warplab_undefined::NoReturn(); "});
      else if (scope.is_deduced && !scope.first_value.empty() && ends_ == FunctionEnds::marked)
        insertions_.push_back({at,
                               "return ::warplab_undefined::like<decltype(::warplab_undefined"
                               "::decayed(" +
                                   scope.first_value + "))>(); "});
    }
    place.members.clear();
    if (scope.is_union && !scope.has_value) place.members = std::move(scope.members);
    place.scopes.back().has_value |= scope.is_union && scope.has_value;
    place.statement.clear();
    place.parentheses = scope.goes_on ? scope.parentheses : 0;
    if (!scope.goes_on) return;
    place.statement = std::move(scope.statement);
    // The type that was just defined, or an initial value: nothing in it matters here. What stands
    // before the type does: static, __shared__, typedef.
    if (scope.kind == Scope::Kind::type) {
      place.statement.resize(scope.type_at);
      place.statement.push_back({source::Token::Kind::word, "struct", at});
      place.statement.push_back({source::Token::Kind::word, "warplab_type", at});
    } else {
      place.statement.push_back({source::Token::Kind::sign, "{", at});
      place.statement.push_back({source::Token::Kind::sign, "}", at});
    }
  }

  // A token that neither opens nor closes a scope.
  void take(Place& place, const source::Token& token) {
    const std::string_view s = token.text;
    Tokens& statement = place.statement;
    if (s == "(" || s == "[") ++place.parentheses;
    if ((s == ")" || s == "]") && place.parentheses > 0) --place.parentheses;
    if (s == ";" && place.parentheses == 0) {
      if (place.in_code()) {
        add_marks(statement, token.offset);
        if (statement.size() == 2)  // the type alone, of which nothing is declared
          for (const source::Token& name : place.members) add_mark(name.text, token.offset);
        unmarked_ += names_itself(statement);
        keep_value(place, statement, token.offset);
      } else if (place.scopes.back().is_union) {
        keep_members(place, statement);
      }
      place.members.clear();
      place.scopes.back().returns = is(statement, 0, "return");
      statement.clear();
      return;
    }
    if (s == ";" && place.in_code()) end_in_brackets(statement, token.offset);
    statement.push_back(token);
    if (s == ")" && place.in_code() && place.parentheses == 0 && end_of_macro(statement)) {
      statement.clear();
      return;
    }
    if (place.parentheses == 0 && ends_label(statement, source_, place.in_code()))
      statement.clear();
  }

  // Of a union in a function that has no name. Where one member has a value, all have.
  static void keep_members(Place& place, const Tokens& statement) {
    Scope& scope = place.scopes.back();
    if (statement.size() == 2)
      for (const source::Token& name : place.members) scope.members.push_back(name);
    for (const source::Token* name : without_value(statement, 0)) scope.members.push_back(*name);
    scope.has_value |= std::ranges::any_of(
        statement, [](const source::Token& t) { return t.text == "=" || t.text == "{"; });
  }

  // Of `return value;` in a function whose type is deduced: the value with the fewest names, since
  // a name may mean nothing at the end. It is to stand in one line.
  void keep_value(Place& place, const Tokens& statement, size_t end) {
    size_t at = 0;
    while (at < statement.size() && !is(statement, at, "return")) ++at;  // if (a) return b;
    if (at + 1 >= statement.size() || end == kNoPlace) return;
    const auto body = std::find_if(place.scopes.rbegin(), place.scopes.rend(),
                                   [](const Scope& scope) { return scope.is_body; });
    if (body == place.scopes.rend() || !body->is_deduced) return;
    const size_t begin = statement[at].offset + statement[at].text.size();
    if (begin > end || end > source_.size()) return;
    const std::string_view value = source_.substr(begin, end - begin);
    const auto words = static_cast<size_t>(
        std::count_if(statement.begin() + static_cast<std::ptrdiff_t>(at), statement.end(),
                      [](const source::Token& t) { return t.kind == source::Token::Kind::word; }));
    if (value.find('\n') != std::string_view::npos || value.find("//") != std::string_view::npos ||
        is(statement, at + 1, "{"))
      return;
    if (!body->first_value.empty() && words >= body->first_words) return;
    body->first_value = value;
    body->first_words = words;
  }

  // A semicolon inside of brackets ends the declaration in a head, `for (int i; ...)` or
  // `if (int i; ...)`, or one in what a macro is given.
  void end_in_brackets(const Tokens& statement, size_t at) {
    size_t open = statement.size(), depth = 0, begin = 0;
    while (open-- > 0) {
      const std::string_view s = statement[open].text;
      if (s == ")" || s == "]" || s == "}") ++depth;
      if (s == ";" && depth == 0 && begin == 0) begin = open + 1;
      if ((s == "(" || s == "[" || s == "{") && depth-- == 0) break;
    }
    if (open >= statement.size() || open == 0 || !is(statement, open, "(") || at == kNoPlace)
      return;
    const std::string_view front = statement[open - 1].text;
    if (is_a(front, source::kControl) ||
        (front == "constexpr" && open > 1 && is(statement, open - 2, "if"))) {
      if (begin == 0) add_values(statement, open + 1, at);
    } else if (is_word(statement, open - 1) && !macros_by_name_.empty()) {
      const Tokens given(statement.begin() + static_cast<std::ptrdiff_t>(std::max(begin, open + 1)),
                         statement.end());
      add_marks(given, at);
    }
  }

  // Whether the statement is nothing but a macro whose body ends with a declaration's semicolon.
  bool end_of_macro(const Tokens& statement) {
    if (!is_macro(statement, 0) || statement.back().offset == kNoPlace) return false;
    const Tokens text = expanded(statement);
    if (text.size() < 2 || text.back().text != ";" || expands_to_semicolons(text) != 1)
      return false;
    const Tokens declaration(text.begin(), text.end() - 1);
    if (may_be_product(declaration)) return false;
    const auto names = without_value(declaration, 0);
    for (const source::Token* name : names) add_mark(name->text, statement.back().offset);
    return !names.empty();
  }
  static size_t expands_to_semicolons(const Tokens& text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](const source::Token& t) { return t.text == ";"; }));
  }

  bool is_macro(const Tokens& tokens, size_t k) const {
    if (!is_word(tokens, k)) return false;
    const auto known = macros_by_name_.find(tokens[k].text);
    return known != macros_by_name_.end() && known->second &&
           (!known->second->is_called || is(tokens, k + 1, "("));
  }

  // What stands in place of the tokens when macros have been expanded, but for words that are made
  // of two and are no names. Empty: it is too much.
  Tokens expanded(const Tokens& tokens, int depth = 0) {
    Tokens out;
    for (size_t k = 0; k < tokens.size(); ++k) {
      if (depth >= kMostMacros || !is_macro(tokens, k)) {
        out.push_back(tokens[k]);
        if (out.size() > kMostTokens) return {};
        continue;
      }
      const source::MacroDefinition& macro = *macros_by_name_.find(tokens[k].text)->second;
      std::vector<Tokens> arguments;
      if (macro.is_called) {
        const size_t behind = behind_brackets(tokens, k + 1);
        if (!is(tokens, behind - 1, ")")) return {};
        arguments = arguments_of(tokens, k + 2, behind - 1, macro.parameters.size());
        k = behind - 1;
      }
      const Tokens text = expanded(substituted(macro, arguments), depth + 1);
      out.insert(out.end(), text.begin(), text.end());
      if (out.size() > kMostTokens) return {};
    }
    return out;
  }

  static std::vector<Tokens> arguments_of(const Tokens& tokens, size_t begin, size_t end,
                                          size_t parameters) {
    std::vector<Tokens> arguments(1);
    size_t depth = 0;
    for (size_t k = begin; k < end; ++k) {
      const std::string_view s = tokens[k].text;
      if (s == "(" || s == "[" || s == "{") ++depth;
      if (s == ")" || s == "]" || s == "}") --depth;
      // What is left over belongs to `...`.
      if (s == "," && depth == 0 && arguments.size() <= parameters) arguments.emplace_back();
      else arguments.back().push_back(tokens[k]);
    }
    return arguments;
  }

  Tokens substituted(const source::MacroDefinition& macro, const std::vector<Tokens>& arguments) {
    Tokens text;
    bool joins = false;
    for (size_t k = 0; k < macro.body.size(); ++k) {
      if (is(macro.body, k, "#") && is(macro.body, k + 1, "#")) {
        joins = !text.empty();
        ++k;
        continue;
      }
      // Behind the parameters is what `...` stands for.
      const auto number = static_cast<size_t>(
          std::ranges::find(macro.parameters, macro.body[k].text) - macro.parameters.begin());
      Tokens part(1, macro.body[k]);
      if (number < macro.parameters.size() || macro.body[k].text == "__VA_ARGS__")
        part = number < arguments.size() ? arguments[number] : Tokens{};
      for (source::Token& token : part) token.offset = kNoPlace;
      if (joins && !part.empty()) {
        pasted_.push_back(std::string(text.back().text) + std::string(part.front().text));
        text.back().text = pasted_.back();
        part.erase(part.begin());
      }
      joins = false;
      text.insert(text.end(), part.begin(), part.end());
    }
    return text;
  }

  // The tokens with those macros taken apart that open or close more braces than the other way
  // round: the rest cannot be understood without them.
  Tokens with_brackets_of_macros(const Tokens& tokens) {
    Tokens out;
    for (size_t k = 0; k < tokens.size(); ++k) {
      out.push_back(tokens[k]);
      if (!is_macro(tokens, k)) continue;
      const size_t behind = is(tokens, k + 1, "(") && macros_by_name_.at(tokens[k].text)->is_called
                                ? behind_brackets(tokens, k + 1)
                                : k + 1;
      const Tokens use(tokens.begin() + static_cast<std::ptrdiff_t>(k),
                       tokens.begin() + static_cast<std::ptrdiff_t>(behind));
      Tokens text = expanded(use);
      const auto count = [&](std::string_view sign) {
        return std::ranges::count_if(text, [&](const source::Token& t) { return t.text == sign; });
      };
      if (count("{") == count("}")) continue;
      if (text.front().text == "}") text.front().offset = tokens[k].offset;
      out.pop_back();
      out.insert(out.end(), text.begin(), text.end());
      k = behind - 1;
    }
    return out;
  }

  // Where the struct, class or union stands whose body follows the statement: `struct`, and perhaps
  // a name and bases. Its size where there is none; `struct S s` is a variable's.
  static size_t type_in_head(const Tokens& statement) {
    for (size_t key = 0; key < statement.size(); ++key) {
      if (!is_type_key(statement, key) || is(statement, key, "enum")) continue;
      size_t behind = behind_attributes(statement, key + 1);
      if (is_word(statement, behind)) ++behind;
      if (is(statement, behind, "final")) ++behind;
      if (behind == statement.size() || is(statement, behind, ":")) return key;
    }
    return statement.size();
  }

  static Scope scope_of(const Tokens& statement, Scope::Kind around, size_t parentheses) {
    Scope scope;
    // Without template<...> and attributes in front.
    size_t k = 0;
    while (is(statement, k, "template")) {
      const size_t behind = behind_template_arguments(statement, k + 1, true);
      if (behind == k + 1) break;
      k = behind;
    }
    bool has_type = false, has_call = false, has_value = false, is_namespace = false;
    size_t depth = 0, first_type = statement.size();
    for (size_t at = k; at < statement.size(); ++at) {
      if (const size_t behind = behind_attributes(statement, at); behind != at) {
        at = behind - 1;
        continue;
      }
      const std::string_view s = statement[at].text;
      depth += s == "(" || s == "[" ? 1 : 0;
      depth -= (s == ")" || s == "]") && depth > 0 ? 1 : 0;
      if (is_type_key(statement, at)) {
        if (!has_type) first_type = at;
        has_type = true;
      }
      has_call |= s == "(";
      has_value |= s == "=" && depth == 0 && !is(statement, at - 1, "operator");
      is_namespace |= s == "namespace" || (s == "extern" && at + 2 >= statement.size());
    }
    const bool is_head = is_word(statement, k) && is_a(statement[k].text, source::kBlock);
    const bool ends_call = !statement.empty() && statement.back().text == ")";
    const bool in_value = parentheses > 0 || is(statement, k, "using");
    if (const size_t type = type_in_head(statement); in_value && type < statement.size()) {
      // for (struct { int i; } t; ...) and using T = struct { int i; };
      scope.kind = Scope::Kind::type;
      scope.type_at = type;
      scope.goes_on = true;
    } else if (parentheses > 0 || has_value || is(statement, k, "return")) {
      scope.kind = Scope::Kind::code;  // a value, in which nothing is declared, or a lambda's body
      scope.goes_on = true;
    } else if (is_namespace && !has_type) {
      scope.kind = Scope::Kind::outside;
    } else if (has_type && !has_call) {
      scope.kind = Scope::Kind::type;
      scope.type_at = first_type;
      scope.goes_on = true;
    } else {
      scope.kind = Scope::Kind::code;
      // float x{0}; of a variable or a member
      scope.goes_on =
          (around == Scope::Kind::code && !statement.empty() && !is_head && !ends_call) ||
          (around == Scope::Kind::type && !has_call);
    }
    // A scope that goes on is a value; where it is a function's body, a lambda's.
    if (scope.kind == Scope::Kind::code && scope.goes_on) {
      scope.gives_value = lambda_gives_value(statement);
      scope.is_body = scope.gives_value || is_lambda(statement);
      scope.is_deduced = scope.is_body && !has_trailing_type(statement);
    } else if (scope.kind == Scope::Kind::code && around != Scope::Kind::code && !is_head) {
      scope.gives_value = has_call && gives_value(statement);
      scope.is_body = has_call;
      scope.is_deduced = has_call && has_deduced_type(statement);
    }
    return scope;
  }

  // Of a declaration whose semicolon stands at `end`.
  void add_marks(const Tokens& statement, size_t end) {
    if (may_be_product(statement) && variables_.contains(statement[0].text)) return;
    std::vector<const source::Token*> names = without_value(statement, 0);
    Tokens text;
    if (has_called_macro(statement)) {
      text = expanded(statement);
      if (may_be_product(text)) return;
      names = without_value(text, 0);
    }
    for (const source::Token* name : names) add_mark(name->text, end);
  }
  // A macro with arguments, or one that is a whole statement: only these can hide a declaration.
  bool has_called_macro(const Tokens& statement) const {
    for (size_t k = 0; k < statement.size(); ++k)
      if (is_macro(statement, k) &&
          (statement.size() == 1 || macros_by_name_.at(statement[k].text)->is_called))
        return true;
    return false;
  }
  void add_mark(std::string_view name, size_t end) {
    if (end != kNoPlace) insertions_.push_back({end + 1, " " + mark_of(name)});
  }
  static std::string mark_of(std::string_view name) {
    if (is_plain(name)) return "WARPLAB_UNDEFINED(" + std::string(name) + ")";
    return "WARPLAB_UNDEFINED_NAMELESS(" + std::string(name) + ")";
  }
  // for (int i; ...): a statement has no place there, but one more variable has, whose value is
  // computed by the marks of the others.
  void add_values(const Tokens& statement, size_t begin, size_t end) {
    std::string marks;
    for (const source::Token* name : without_value(statement, begin))
      marks += mark_of(name->text) + " ";
    if (!marks.empty())
      insertions_.push_back(
          {end, ", *warplab_undefined_head = [&] { " + marks + "return nullptr; }()"});
  }

  std::string whole_;
  std::string_view source_;
  FunctionEnds ends_ = FunctionEnds::marked;
  std::set<std::string_view> variables_;
  std::vector<source::MacroDefinition> macros_;  // to be marked
  std::map<std::string_view, const source::MacroDefinition*>
      macros_by_name_;              // null: defined twice
  std::deque<std::string> pasted_;  // words that macros make of two
  size_t unmarked_ = 0;
  std::vector<Insertion> insertions_;
};

}  // namespace

MarkedSource mark_undefined(std::string_view source, MacroBodies macros, FunctionEnds ends) {
  return Marker(source).run(macros, ends);
}

}  // namespace warplab::compile
