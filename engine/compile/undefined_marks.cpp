// The forms of declarations: C++20 standard, [dcl.dcl] and [dcl.decl], as far as kernels use them.
#include "compile/undefined_marks.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "compile/source_tokens.hpp"

namespace warplab::compile {
namespace {

using Tokens = std::vector<SourceToken>;

template <size_t n>
bool one_of(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, text) != words.end();
}

constexpr auto kBuiltInTypes = std::to_array<std::string_view>(
    {"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
     "wchar_t", "char8_t", "char16_t", "char32_t", "__int64", "__int128"});
constexpr auto kQualifiers = std::to_array<std::string_view>(
    {"const", "volatile", "register", "__restrict__", "__restrict", "restrict"});
// A statement that begins like this declares no variable without an initial value, or none that
// belongs to one run of the function.
constexpr auto kNoDeclaration = std::to_array<std::string_view>({"return",
                                                                 "goto",
                                                                 "delete",
                                                                 "throw",
                                                                 "using",
                                                                 "typedef",
                                                                 "extern",
                                                                 "static",
                                                                 "constexpr",
                                                                 "constinit",
                                                                 "consteval",
                                                                 "case",
                                                                 "default",
                                                                 "else",
                                                                 "if",
                                                                 "for",
                                                                 "while",
                                                                 "do",
                                                                 "switch",
                                                                 "break",
                                                                 "continue",
                                                                 "asm",
                                                                 "__asm__",
                                                                 "__asm",
                                                                 "new",
                                                                 "sizeof",
                                                                 "static_assert",
                                                                 "friend",
                                                                 "namespace",
                                                                 "template",
                                                                 "operator",
                                                                 "auto",
                                                                 "thread_local",
                                                                 "try",
                                                                 "catch",
                                                                 "this",
                                                                 "true",
                                                                 "false",
                                                                 "nullptr",
                                                                 "not",
                                                                 "and",
                                                                 "or",
                                                                 "co_return",
                                                                 "co_yield",
                                                                 "co_await",
                                                                 "public",
                                                                 "private",
                                                                 "protected",
                                                                 "__shared__",
                                                                 "__constant__",
                                                                 "__device__",
                                                                 "__managed__",
                                                                 "__global__",
                                                                 "inline",
                                                                 "__host__",
                                                                 "__forceinline__",
                                                                 "__noinline__",
                                                                 "concept",
                                                                 "requires",
                                                                 "virtual",
                                                                 "static_cast",
                                                                 "dynamic_cast",
                                                                 "const_cast",
                                                                 "reinterpret_cast",
                                                                 "typeid",
                                                                 "noexcept",
                                                                 "__grid_constant__",
                                                                 "mutable",
                                                                 "explicit",
                                                                 "export",
                                                                 "import",
                                                                 "xor"});
constexpr auto kClassKeys = std::to_array<std::string_view>({"struct", "class", "union"});
constexpr auto kAttributes =
    std::to_array<std::string_view>({"alignas", "__align__", "__attribute__", "__attribute",
                                     "__declspec", "__builtin_align__", "__launch_bounds__"});
// What CUDA's storage classes are made of: __attribute__((shared)), __declspec(__shared__).
constexpr auto kStorageAttributes =
    std::to_array<std::string_view>({"shared", "__shared__", "device", "__device__", "constant",
                                     "__constant__", "managed", "__managed__"});
constexpr auto kBlockHeads =
    std::to_array<std::string_view>({"if", "else", "for", "while", "do", "switch", "try", "catch"});

bool is(const Tokens& t, size_t k, std::string_view text) {
  return k < t.size() && t[k].text == text;
}
bool is_word(const Tokens& t, size_t k) {
  return k < t.size() && t[k].kind == SourceToken::Kind::word;
}
bool is_type_key(const Tokens& t, size_t k) {
  return is(t, k, "enum") || (k < t.size() && one_of(t[k].text, kClassKeys));
}

// Behind the bracket that closes the one at `k`; the end where none does.
size_t behind_brackets(const Tokens& t, size_t k) {
  size_t depth = 0;
  for (; k < t.size(); ++k) {
    const std::string_view s = t[k].text;
    if (s == "(" || s == "[" || s == "{") ++depth;
    if (s == ")" || s == "]" || s == "}")
      if (--depth == 0) return k + 1;
  }
  return k;
}

// Behind the template arguments (or parameters, which may have a default) that begin at `k`, or `k`
// where they are none.
size_t behind_template_arguments(const Tokens& t, size_t k, bool are_parameters = false) {
  if (!is(t, k, "<")) return k;
  size_t depth = 0;
  for (size_t at = k; at < t.size(); ++at) {
    const std::string_view s = t[at].text;
    if (s == "(" || s == "[") {
      at = behind_brackets(t, at) - 1;
    } else if (s == "<") {
      ++depth;
    } else if (s == ">") {
      if (--depth == 0) return at + 1;
    } else if ((s == "=" && !are_parameters) || s == ";" || s == "{" || s == "|") {
      return k;
    }
  }
  return k;
}

// Behind attributes: [[...]], alignas(...) and the like.
size_t behind_attributes(const Tokens& t, size_t k) {
  for (;;) {
    if (is(t, k, "[") && is(t, k + 1, "[")) k = behind_brackets(t, k);
    else if (is_word(t, k) && one_of(t[k].text, kAttributes) && is(t, k + 1, "("))
      k = behind_brackets(t, k + 1);
    else return k;
  }
}

// Whether the attributes from `begin` to `end` say that the variable is not one thread's.
bool have_storage(const Tokens& t, size_t begin, size_t end) {
  for (size_t k = begin; k < end; ++k)
    if (one_of(t[k].text, kStorageAttributes)) return true;
  return false;
}

// Behind the type that a declaration begins with; 0 where `t` is no declaration.
size_t behind_type(const Tokens& t, size_t k, bool& is_built_in) {
  bool has_type = false;
  is_built_in = false;
  for (;;) {
    const size_t attributes = k;
    k = behind_attributes(t, k);
    if (have_storage(t, attributes, k)) return 0;
    if (is(t, k, ":") && is(t, k + 1, ":") && !has_type) {
      k += 2;
      if (!is_word(t, k)) return 0;
    }
    if (!is_word(t, k)) return has_type ? k : 0;
    const std::string_view word = t[k].text;
    if (one_of(word, kNoDeclaration)) return 0;
    if (one_of(word, kQualifiers)) {
      ++k;
    } else if (one_of(word, kBuiltInTypes)) {
      is_built_in = has_type = true;
      ++k;
    } else if (is_type_key(t, k) || word == "typename") {
      k = behind_attributes(t, k + 1);
    } else if (has_type) {
      return k;
    } else if (word == "decltype" && is(t, k + 1, "(")) {
      has_type = true;
      k = behind_brackets(t, k + 1);
    } else {  // a name: a::b<c>::d
      has_type = true;
      for (;;) {
        k = behind_template_arguments(t, k + 1);
        if (!(is(t, k, ":") && is(t, k + 1, ":"))) break;
        k += 2;
        if (is(t, k, "template")) ++k;
        if (!is_word(t, k)) return 0;
      }
    }
  }
}

bool is_plain(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 128; }) &&
         !name.starts_with("__");
}

// The variables that the declaration `t` (without its semicolon) leaves without a value.
std::vector<const SourceToken*> without_value(const Tokens& t, size_t begin) {
  std::vector<const SourceToken*> found;
  bool is_built_in = false;
  size_t k = behind_type(t, begin, is_built_in);
  if (k == 0) return found;
  for (;;) {
    bool is_reference = false, in_parentheses = false, has_storage = false;
    const auto skip_attributes = [&] {
      const size_t attributes = k;
      k = behind_attributes(t, k);
      has_storage |= have_storage(t, attributes, k);
    };
    skip_attributes();  // those behind a comma
    for (;; ++k) {
      if (is(t, k, "&")) is_reference = true;
      else if (is(t, k, "(") && is(t, k + 1, "*") && is_built_in) in_parentheses = true;
      else if (!(is(t, k, "*") || (is_word(t, k) && one_of(t[k].text, kQualifiers)))) break;
    }
    if (!is_word(t, k)) return found;
    const SourceToken* const name = &t[k++];
    if (in_parentheses) {  // float (*rows)[32]
      if (!is(t, k, ")") || !(is(t, k + 1, "[") || is(t, k + 1, "("))) return found;
      k = behind_brackets(t, k + 1);
    }
    skip_attributes();
    while (is(t, k, "[")) k = behind_brackets(t, k);
    skip_attributes();
    if (k >= t.size() || is(t, k, ",")) {
      if (!is_reference && !has_storage && is_plain(name->text)) found.push_back(name);
    } else if (is(t, k, "=") || is(t, k, "(") || is(t, k, "{")) {
      while (k < t.size() && !is(t, k, ","))
        k = is(t, k, "(") || is(t, k, "[") || is(t, k, "{") ? behind_brackets(t, k) : k + 1;
    } else {
      return {};  // no declaration after all
    }
    if (k >= t.size()) return found;
    ++k;  // ,
  }
}

// Words that stand where only a variable can: `a * b;` with one of them for `a` is a product.
std::set<std::string_view> certain_variables(const Tokens& t) {
  constexpr auto kBehindValues = std::to_array<std::string_view>({"+", "-", "/", "%", "?", "."});
  constexpr auto kBeforeTypes =
      std::to_array<std::string_view>({"using", "class", "typename", "struct", "enum", "union"});
  const bool has_typedefs =
      std::ranges::any_of(t, [](const auto& s) { return s.text == "typedef"; });
  const auto is_type = [&](size_t k) { return one_of(t[k].text, kBuiltInTypes); };
  std::set<std::string_view> variables;
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is_word(t, k)) continue;
    const bool assigned = is(t, k + 1, "=") && !one_of(t[k - 1].text, kBeforeTypes);
    // int a, float* b; but "typedef float a" makes a type.
    const bool declared =
        !has_typedefs && (is_type(k - 1) || (k > 1 && is(t, k - 1, "*") && is_type(k - 2)));
    if (assigned || declared || one_of(t[k + 1].text, kBehindValues)) variables.insert(t[k].text);
  }
  return variables;
}

class Marker {
 public:
  explicit Marker(std::string_view source) : source_(source) {}

  MarkedSource run(MacroBodies macros) {
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
    return marked;
  }

 private:
  struct Scope {
    enum class Kind { outside, type, code };
    Kind kind = Kind::outside;
    Tokens statement;        // that goes on behind the scope
    size_t type_at = 0;      // of a type: where its struct, class, union or enum stands
    size_t parentheses = 0;  // in it
    bool goes_on = false;    // it does
  };
  struct Insertion {
    size_t at = 0;
    std::string text;
  };

  void mark(const Tokens& all, Scope::Kind outermost) {
    std::vector<Scope> scopes{{outermost, {}, 0, false}};
    Tokens statement;
    size_t parentheses = 0, heads = 0;  // semicolons in the head of a loop
    for (const SourceToken& token : all) {
      const std::string_view s = token.text;
      const bool in_code = scopes.back().kind == Scope::Kind::code;
      if (s == "{") {
        Scope scope = scope_of(statement, scopes.back().kind, parentheses);
        scope.statement = std::move(statement);
        scope.parentheses = parentheses;
        scopes.push_back(std::move(scope));
        statement.clear();
        parentheses = 0;
        continue;
      }
      if (s == "}") {
        if (scopes.size() == 1) return;  // not understood
        Scope scope = std::move(scopes.back());
        scopes.pop_back();
        statement.clear();
        parentheses = scope.goes_on ? scope.parentheses : 0;
        if (!scope.goes_on) continue;
        statement = std::move(scope.statement);
        // The type that was just defined, or an initial value: nothing in it matters here. What
        // stands before the type does: static, __shared__, typedef.
        if (scope.kind == Scope::Kind::type) {
          statement.resize(scope.type_at);
          statement.push_back({SourceToken::Kind::word, "struct", token.offset});
          statement.push_back({SourceToken::Kind::word, "warplab_type", token.offset});
        } else {
          statement.push_back({SourceToken::Kind::sign, "{", token.offset});
          statement.push_back({SourceToken::Kind::sign, "}", token.offset});
        }
        continue;
      }
      if (s == "(" || s == "[") ++parentheses;
      if ((s == ")" || s == "]") && parentheses > 0) --parentheses;
      if (s == ";" && parentheses == 0) {
        if (in_code) add_marks(statement, token.offset + 1);
        statement.clear();
        continue;
      }
      if (s == ";" && in_code && parentheses == 1 && is(statement, 0, "for")) {
        if (heads++ == 0) add_values(statement);
      }
      if (statement.empty()) heads = 0;
      statement.push_back(token);
      const bool is_label =
          s == ":" && parentheses == 0 &&
          (is(statement, 0, "case") || is(statement, 0, "default") || is(statement, 0, "public") ||
           is(statement, 0, "private") || is(statement, 0, "protected") ||
           (statement.size() == 2 && in_code && is_word(statement, 0) &&
            !is_type_key(statement, 0)));
      // "a::b" is no label, and "case a::b" not at an end.
      if (is_label && !(token.offset + 1 < source_.size() && source_[token.offset + 1] == ':') &&
          !(token.offset > 0 && source_[token.offset - 1] == ':'))
        statement.clear();
    }
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
    return scope;
  }

  // x * y, which is a product or declares y.
  static bool may_be_product(const Tokens& t) {
    return is_word(t, 0) && !one_of(t[0].text, kBuiltInTypes) && !one_of(t[0].text, kQualifiers) &&
           (is(t, 1, "*") || is(t, 1, "&"));
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
  std::set<std::string_view> variables_;
  std::vector<MacroDefinition> macros_;                                // to be marked
  std::map<std::string_view, const MacroDefinition*> macros_by_name_;  // null: defined twice
  std::vector<Insertion> insertions_;
};

}  // namespace

MarkedSource mark_undefined(std::string_view source, MacroBodies macros) {
  return Marker(source).run(macros);
}

}  // namespace warplab::compile
