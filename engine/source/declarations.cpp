// The forms of declarations: C++20 standard, [dcl.dcl] and [dcl.decl].
#include "source/declarations.hpp"

#include <string>

namespace warplab::source {
namespace {

// What CUDA's storage classes are made of: __attribute__((shared)), __declspec(__shared__).
bool is_storage_attribute(std::string_view word) {
  return is_a(word, kMemory) || is_a("__" + std::string(word) + "__", kMemory);
}

}  // namespace

bool is(const Tokens& t, size_t k, std::string_view text) {
  return k < t.size() && t[k].text == text;
}
bool is_word(const Tokens& t, size_t k) { return k < t.size() && t[k].kind == Token::Kind::word; }
size_t statement_begin(const Tokens& t, size_t k) {
  while (k > 0 && !is(t, k - 1, ";") && !is(t, k - 1, "{") && !is(t, k - 1, "}")) --k;
  return k;
}
bool has(const Tokens& t, size_t begin, size_t end, std::string_view text) {
  for (size_t k = begin; k < end; ++k)
    if (is(t, k, text)) return true;
  return false;
}
bool touches_previous(const Tokens& t, size_t k) {
  return k > 0 && k < t.size() && t[k - 1].offset + t[k - 1].text.size() == t[k].offset;
}
std::string_view text_of(const Tokens& t, size_t begin, size_t end, std::string_view source) {
  const size_t from = t[begin].offset;
  return source.substr(from, t[end - 1].offset + t[end - 1].text.size() - from);
}
bool is_type_key(const Tokens& t, size_t k) { return k < t.size() && is_a(t[k].text, kTypeKey); }
bool ends_label(const Tokens& statement, std::string_view source, bool in_code) {
  if (statement.empty() || statement.back().text != ":") return false;
  const size_t at = statement.back().offset;
  if (at + 1 < source.size() && source[at + 1] == ':') return false;
  if (at > 0 && source[at - 1] == ':') return false;
  if (is_a(statement[0].text, kLabel)) return true;
  return statement.size() == 2 && in_code && is_word(statement, 0) && !is_type_key(statement, 0);
}

bool is_type_word(std::string_view word) { return word == "auto" || is_a(word, kBuiltIn); }
bool may_be_name(const Tokens& t, size_t k) {
  return is_word(t, k) && !is_a(t[k].text, kKeyword | kBuiltIn | kQualifier | kSpecifier);
}

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

size_t behind_template_arguments(const Tokens& t, size_t k, bool are_parameters) {
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

size_t behind_attributes(const Tokens& t, size_t k) {
  for (;;) {
    if (is(t, k, "[") && is(t, k + 1, "[")) k = behind_brackets(t, k);
    else if (is_word(t, k) && is_a(t[k].text, kAttribute) && is(t, k + 1, "("))
      k = behind_brackets(t, k + 1);
    else return k;
  }
}

bool is_plain(std::string_view name) {
  return std::ranges::all_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 128 && c != '\\'; });
}

namespace {

// Whether the attributes from `begin` to `end` say that the variable is not one thread's.
bool have_storage(const Tokens& t, size_t begin, size_t end) {
  for (size_t k = begin; k < end; ++k)
    if (is_storage_attribute(t[k].text)) return true;
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
    if (is_no_type(word)) return 0;
    if (is_a(word, kQualifier)) {
      ++k;
    } else if (is_a(word, kBuiltIn)) {
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

}  // namespace

bool may_be_product(const Tokens& t) {
  return is_word(t, 0) && !is_a(t[0].text, kBuiltIn) && !is_a(t[0].text, kQualifier) &&
         (is(t, 1, "*") || is(t, 1, "&"));
}

std::vector<const Token*> without_value(const Tokens& t, size_t begin) {
  std::vector<const Token*> found;
  bool is_built_in = false;
  size_t k = behind_type(t, begin, is_built_in);
  if (k == 0) return found;
  // f(v) is a call, and int(v) a declaration: where the name of a type is known to be one.
  is_built_in |= k == begin + 1 && is_a(t[begin].text, kNamedType);
  for (;;) {
    bool is_reference = false, has_storage = false, is_pointer = false;
    size_t parentheses = 0;
    const auto skip_attributes = [&] {
      const size_t attributes = k;
      k = behind_attributes(t, k);
      has_storage |= have_storage(t, attributes, k);
    };
    skip_attributes();  // those behind a comma
    for (;; ++k) {
      if (is(t, k, "&")) is_reference = true;
      else if (is(t, k, "(") && is_built_in) ++parentheses, is_pointer = false;
      else if (is(t, k, "*")) is_pointer = true;
      else if (!((is_word(t, k) && is_a(t[k].text, kQualifier)))) break;
    }
    if (!is_word(t, k)) return found;
    const Token* const name = &t[k++];
    for (; parentheses > 0; --parentheses) {  // float (*rows)[32], int (n)
      while (is(t, k, "[")) k = behind_brackets(t, k);
      if (!is(t, k, ")")) return found;
      // int (*f)(float) is a pointer to a function, int (n)(3) has a value.
      if (++k < t.size() && is(t, k, "(") && is_pointer) k = behind_brackets(t, k);
    }
    skip_attributes();
    while (is(t, k, "[")) k = behind_brackets(t, k);
    skip_attributes();
    if (k >= t.size() || is(t, k, ",")) {
      if (!is_reference && !has_storage && !is_no_type(name->text)) found.push_back(name);
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

bool names_itself(const Tokens& t) {
  bool is_built_in = false;
  size_t k = behind_type(t, 0, is_built_in);
  if (k == 0) return false;
  while (is(t, k, "*") || (is_word(t, k) && is_a(t[k].text, kQualifier))) ++k;
  if (!is_word(t, k)) return false;
  const std::string_view name = t[k++].text;
  if (!is(t, k, "=") && !is(t, k, "(") && !is(t, k, "{")) return false;
  while (++k < t.size())
    if (is(t, k, name) && !is(t, k - 1, ".") && !is(t, k - 1, ">") && !is(t, k - 1, ":"))
      return true;
  return false;
}

std::set<std::string_view> certain_variables(const Tokens& t) {
  constexpr auto kBehindValues = std::to_array<std::string_view>({"+", "-", "/", "%", "?", "."});
  const bool has_typedefs =
      std::ranges::any_of(t, [](const auto& s) { return s.text == "typedef"; });
  const auto is_type = [&](size_t k) { return is_a(t[k].text, kBuiltIn); };
  std::set<std::string_view> variables;
  for (size_t k = 1; k + 1 < t.size(); ++k) {
    if (!is_word(t, k)) continue;
    const bool assigned = is(t, k + 1, "=") && !is_type_key(t, k - 1) && !is(t, k - 1, "using") &&
                          !is(t, k - 1, "typename");
    // int a, float* b; but "typedef float a" makes a type.
    const bool declared =
        !has_typedefs && (is_type(k - 1) || (k > 1 && is(t, k - 1, "*") && is_type(k - 2)));
    if (assigned || declared || one_of(t[k + 1].text, kBehindValues)) variables.insert(t[k].text);
  }
  return variables;
}

namespace {

// Whether the tokens from `begin` to `end` are a type, not deduced, of which a function can make a
// value: not void and no reference.
bool is_value_type(const Tokens& t, size_t begin, size_t end) {
  const Tokens type(t.begin() + static_cast<std::ptrdiff_t>(begin),
                    t.begin() + static_cast<std::ptrdiff_t>(end));
  bool is_built_in = false, is_pointer = false;
  size_t k = behind_type(type, 0, is_built_in);
  if (k == 0) return false;
  for (; k < type.size(); ++k) {
    const bool is_qualifier = is_word(type, k) && is_a(type[k].text, kQualifier);
    if (!is(type, k, "*") && !is_qualifier) return false;
    is_pointer |= is(type, k, "*");
  }
  return std::ranges::none_of(
      type, [&](const Token& s) { return s.text == "auto" || (s.text == "void" && !is_pointer); });
}

// Behind template<...>, attributes and specifiers, also where a macro stands for some of them.
size_t behind_specifiers(const Tokens& t, size_t k) {
  const auto stands_for_specifiers = [&](size_t at) {
    return is_word(t, at) && is_word(t, at + 1) && !is_a(t[at].text, kBuiltIn) &&
           !is_a(t[at].text, kQualifier) && !is_no_type(t[at].text) && !is_type_key(t, at) &&
           (is_a(t[at + 1].text, kBuiltIn) || is_a(t[at + 1].text, kSpecifier));
  };
  for (;;) {
    const size_t before = k;
    if (is(t, k, "template")) k = behind_template_arguments(t, k + 1, true);
    k = behind_attributes(t, k);
    if (k < t.size() &&
        (is_a(t[k].text, kSpecifier) || stands_for_specifiers(k) || t[k].kind == Token::Kind::text))
      ++k;
    if (k == before) return k;
  }
}

// Behind a::b<c>::d.
size_t behind_name(const Tokens& t, size_t k) {
  for (;;) {
    if (!is_word(t, k)) return k;
    k = behind_template_arguments(t, k + 1);
    if (!(is(t, k, ":") && is(t, k + 1, ":"))) return k;
    k += 2;
  }
}

}  // namespace

bool is_constructor(const Tokens& head) {
  const size_t k = behind_specifiers(head, 0);
  return is_word(head, k) && !is_no_type(head[k].text) && is(head, k + 1, "(");
}

bool lambda_gives_value(const Tokens& head) {
  for (size_t k = head.size(); k-- > 1;)  // -> T
    if (is(head, k, ">") && is(head, k - 1, "-") && head[k].offset == head[k - 1].offset + 1)
      return is_value_type(head, k + 1, head.size());
  return false;
}

bool has_trailing_type(const Tokens& head) {
  for (size_t k = 1; k < head.size(); ++k)
    if (is(head, k, ">") && is(head, k - 1, "-") && head[k].offset == head[k - 1].offset + 1)
      return true;
  return false;
}

bool is_lambda(const Tokens& head) {
  constexpr auto kBehindParameters =
      std::to_array<std::string_view>({"mutable", "constexpr", "consteval", "noexcept", "static",
                                       "__device__", "__host__", "__forceinline__"});
  size_t k = head.size();
  for (size_t arrow = head.size(); arrow-- > 1;)
    if (is(head, arrow, ">") && is(head, arrow - 1, "-") &&
        head[arrow].offset == head[arrow - 1].offset + 1) {
      k = arrow - 1;
      break;
    }
  // Behind the bracket that opens what ends in front of `end`.
  const auto front_of = [&](size_t end, std::string_view open, std::string_view close) {
    size_t depth = 0;
    while (end-- > 0) {
      if (is(head, end, close)) ++depth;
      if (is(head, end, open) && --depth == 0) return end;
    }
    return size_t{0};
  };
  while (k > 0 && one_of(head[k - 1].text, kBehindParameters)) --k;
  if (k > 0 && is(head, k - 1, ")")) k = front_of(k, "(", ")");
  while (k > 0 && one_of(head[k - 1].text, kBehindParameters)) --k;
  if (k > 0 && is(head, k - 1, ">")) k = front_of(k, "<", ">");
  if (k == 0 || !is(head, k - 1, "]")) return false;
  k = front_of(k, "[", "]");
  // int v[3] {...} is an array.
  return k == 0 || is(head, k - 1, "return") ||
         !(is_word(head, k - 1) || is(head, k - 1, ")") || is(head, k - 1, "]"));
}

bool has_deduced_type(const Tokens& head) {
  const auto is_constant = [](const Token& t) {
    return t.text == "constexpr" || t.text == "consteval";
  };
  if (has_trailing_type(head) || std::ranges::any_of(head, is_constant)) return false;
  size_t k = behind_specifiers(head, 0);
  while (is_word(head, k) && is_a(head[k].text, kQualifier)) ++k;
  if (is(head, k, "auto")) return !is(head, k + 1, "&");
  return is(head, k, "decltype") && is(head, k + 2, "auto");
}

bool gives_value(const Tokens& head) {
  if (std::ranges::any_of(head,
                          [](const Token& s) { return s.text == "consteval" || s.text == "main"; }))
    return false;
  Tokens t = head;  // as what it is where it runs
  std::erase_if(t, [](const Token& s) { return s.text == "constexpr"; });
  if (lambda_gives_value(t)) return true;  // auto f() -> T
  const size_t begin = behind_specifiers(t, 0);
  const auto at_operator =
      std::ranges::find_if(t, [](const Token& s) { return s.text == "operator"; });
  if (at_operator != t.end()) {
    const auto at = static_cast<size_t>(at_operator - t.begin());
    if (at > begin) return is_value_type(t, begin, at);
    size_t end = at + 1;  // operator float()
    while (end < t.size() && !is(t, end, "(")) ++end;
    return is_value_type(t, at + 1, end);
  }
  bool is_built_in = false;
  size_t name = behind_type(t, begin, is_built_in);
  if (name == 0) return false;
  while (is(t, name, "*") || (is_word(t, name) && is_a(t[name].text, kQualifier))) ++name;
  const size_t behind = behind_name(t, name);
  return behind != name && is(t, behind, "(") && is_value_type(t, begin, name);
}

}  // namespace warplab::source
