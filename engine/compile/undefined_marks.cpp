// Finds where declarations stand, and where functions end: scopes, statements, labels.
#include "compile/undefined_marks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "compile/declarations.hpp"

namespace warplab::compile {
namespace {

constexpr auto kBlockHeads =
    std::to_array<std::string_view>({"if", "else", "for", "while", "do", "switch", "try", "catch"});

class Marker {
 public:
  explicit Marker(std::string_view source) : source_(source) {}

  MarkedSource run(MacroBodies macros, FunctionEnds ends) {
    ends_ = ends;
    const Tokens all = source_tokens(source_);
    variables_ = certain_variables(all);
    if (macros == MacroBodies::marked) macros_ = macro_definitions(source_);
    for (const MacroDefinition& macro : macros_)
      if (const auto [at, is_new] = macros_by_name_.try_emplace(macro.name, &macro); !is_new)
        at->second = nullptr;
    mark(all, Scope::Kind::outside);
    for (const MacroDefinition& macro : macros_) mark(macro.body, Scope::Kind::code);
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
  };
  struct Insertion {
    size_t at = 0;
    std::string text;
  };

  // Where the reading of tokens is.
  struct Place {
    std::vector<Scope> scopes;
    Tokens statement;                   // so far
    size_t parentheses = 0, heads = 0;  // open; semicolons in the head of a loop
    bool in_code() const { return scopes.back().kind == Scope::Kind::code; }
  };

  void mark(const Tokens& all, Scope::Kind outermost) {
    Place place;
    place.scopes = {{outermost, {}, 0, false}};
    for (const SourceToken& token : all) {
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
    Scope scope = scope_of(place.statement, place.scopes.back().kind, place.parentheses);
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
    if (scope.gives_value && !scope.returns && ends_ == FunctionEnds::marked)
      insertions_.push_back({at, "return ::warplab_undefined::NoReturn(); "});
    place.statement.clear();
    place.parentheses = scope.goes_on ? scope.parentheses : 0;
    if (!scope.goes_on) return;
    place.statement = std::move(scope.statement);
    // The type that was just defined, or an initial value: nothing in it matters here. What stands
    // before the type does: static, __shared__, typedef.
    if (scope.kind == Scope::Kind::type) {
      place.statement.resize(scope.type_at);
      place.statement.push_back({SourceToken::Kind::word, "struct", at});
      place.statement.push_back({SourceToken::Kind::word, "warplab_type", at});
    } else {
      place.statement.push_back({SourceToken::Kind::sign, "{", at});
      place.statement.push_back({SourceToken::Kind::sign, "}", at});
    }
  }

  // A token that neither opens nor closes a scope.
  void take(Place& place, const SourceToken& token) {
    const std::string_view s = token.text;
    Tokens& statement = place.statement;
    if (s == "(" || s == "[") ++place.parentheses;
    if ((s == ")" || s == "]") && place.parentheses > 0) --place.parentheses;
    if (s == ";" && place.parentheses == 0) {
      if (place.in_code()) {
        add_marks(statement, token.offset + 1);
        unmarked_ += names_itself(statement);
      }
      place.scopes.back().returns = is(statement, 0, "return");
      statement.clear();
      return;
    }
    if (s == ";" && place.in_code() && place.parentheses == 1 && is(statement, 0, "for")) {
      if (place.heads++ == 0) add_values(statement);
    }
    if (statement.empty()) place.heads = 0;
    statement.push_back(token);
    if (place.parentheses == 0 && ends_label(statement, source_, place.in_code()))
      statement.clear();
  }

  // Where the struct, class or union stands whose body follows the statement: `struct`, and perhaps
  // a name and bases. Its size where there is none; `struct S s` is a variable's.
  static size_t type_in_head(const Tokens& statement) {
    for (size_t key = 0; key < statement.size(); ++key) {
      if (!one_of(statement[key].text, kClassKeys)) continue;
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
    const bool is_head = is_word(statement, k) && one_of(statement[k].text, kBlockHeads);
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
    if (scope.kind == Scope::Kind::code && scope.goes_on)
      scope.gives_value = lambda_gives_value(statement);
    else if (scope.kind == Scope::Kind::code && around != Scope::Kind::code && !is_head)
      scope.gives_value = has_call && gives_value(statement);
    return scope;
  }

  void add_marks(const Tokens& statement, size_t behind) {
    if (may_be_product(statement) && variables_.contains(statement[0].text)) return;
    for (const SourceToken* name : without_value(statement, 0)) add_mark(name->text, behind);
    for (const std::string_view name : declared_by_macro(statement)) add_mark(name, behind);
  }
  void add_mark(std::string_view name, size_t behind) {
    insertions_.push_back({behind, " WARPLAB_UNDEFINED(" + std::string(name) + ")"});
  }

  // Of a statement that is nothing but a macro, NAME or NAME(a, b), whose body is one declaration.
  std::vector<std::string_view> declared_by_macro(const Tokens& statement) const {
    if (!is_word(statement, 0)) return {};
    const auto known = macros_by_name_.find(statement[0].text);
    const MacroDefinition* const macro = known == macros_by_name_.end() ? nullptr : known->second;
    if (!macro || may_be_product(macro->body)) return {};
    std::vector<Tokens> arguments;
    if (macro->is_called) {
      if (!is(statement, 1, "(") || behind_brackets(statement, 1) != statement.size()) return {};
      arguments.emplace_back();
      for (size_t k = 2; k + 1 < statement.size(); ++k) {
        if (is(statement, k, "(") || is(statement, k, "[") || is(statement, k, "{")) return {};
        if (is(statement, k, ",")) arguments.emplace_back();
        else arguments.back().push_back(statement[k]);
      }
    } else if (statement.size() != 1) {
      return {};
    }
    std::vector<std::string_view> names;
    for (const SourceToken* name : without_value(macro->body, 0)) {
      const auto at = std::ranges::find(macro->parameters, name->text) - macro->parameters.begin();
      const auto number = static_cast<size_t>(at);
      if (number == macro->parameters.size()) names.push_back(name->text);
      else if (number < arguments.size() && arguments[number].size() == 1 &&
               is_word(arguments[number], 0) && is_plain(arguments[number][0].text))
        names.push_back(arguments[number][0].text);
    }
    return names;
  }
  // for (int i; ...): a statement has no place there.
  void add_values(const Tokens& head) {
    for (const SourceToken* name : without_value(head, 2))
      insertions_.push_back({name->offset + name->text.size(), " = ::warplab_undefined::Value()"});
  }

  std::string_view source_;
  FunctionEnds ends_ = FunctionEnds::marked;
  std::set<std::string_view> variables_;
  std::vector<MacroDefinition> macros_;                                // to be marked
  std::map<std::string_view, const MacroDefinition*> macros_by_name_;  // null: defined twice
  size_t unmarked_ = 0;
  std::vector<Insertion> insertions_;
};

}  // namespace

MarkedSource mark_undefined(std::string_view source, MacroBodies macros, FunctionEnds ends) {
  return Marker(source).run(macros, ends);
}

}  // namespace warplab::compile
