#include "compile/place_hints.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/consequences.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::is_built_in_type;
using source::kControlWords;
using source::one_of;
using source::Scopes;
using source::Tokens;

// Of a closing bracket: the word before the one that it closes.
std::string_view word_before_brackets(const Scopes& scopes, size_t close) {
  const Tokens& t = scopes.tokens();
  for (size_t open = close; open-- > 1;)
    if (scopes.close_of(open) == close) return t[open - 1].text;
  return {};
}

std::string of_missing_declaration(const Tokens& t, size_t k) {
  if (is(t, k, "{") && k > 1 && is(t, k - 1, ";") && is(t, k - 2, ")"))
    return "the \";\" before this \"{\" ends the function before it has begun: take it out";
  return {};
}

std::string of_missing_expression(const Scopes& scopes, size_t k) {
  const Tokens& t = scopes.tokens();
  if (k == 0) return {};
  if ((is(t, k, "<") || is(t, k, ">")) && is(t, k - 1, "=") && touches_previous(t, k))
    return fmt::format("\"={0}\" is not an operator: write {0}=", t[k].text);
  if (scopes.is_stray(k) && is(t, k, ")")) return "this \")\" closes nothing: it is one too many";
  const bool is_behind_head =
      is(t, k - 1, "else") ||
      (is(t, k - 1, ")") && one_of(word_before_brackets(scopes, k - 1), kControlWords));
  if (is(t, k, ":") && is_behind_head)
    return "C++ has no \":\" here: put what belongs to an if, an else or a loop into { }";
  return {};
}

// In the parameters of a function, or what is given to one.
std::string of_missing_bracket(const Scopes& scopes, size_t k) {
  const Tokens& t = scopes.tokens();
  if (k == 0 || !is_word(t, k)) return {};
  const size_t open = scopes.bracket_around(k);
  if (open == Scopes::kNone || open == 0 || !is(t, open, "(") || !is_word(t, open - 1) ||
      one_of(t[open - 1].text, kControlWords))
    return {};
  const bool behind_value = is_word(t, k - 1) || is(t, k - 1, "]") || is(t, k - 1, ")") ||
                            t[k - 1].kind == source::Token::Kind::number ||
                            t[k - 1].kind == source::Token::Kind::text;
  if (!behind_value || open == k - 1) return {};
  const bool are_parameters = scopes.bracket_around(open) == Scopes::kNone;
  return fmt::format("a \",\"{} is missing before \"{}\"",
                     are_parameters ? "" : ", a \")\" or a sign such as +", t[k].text);
}

// `extern 'C'`, and `float sum += x;` where that variable exists already.
std::string of_missing_name(const Tokens& t, size_t k) {
  if (k > 0 && is(t, k - 1, "extern") && t[k].text.starts_with('\''))
    return "write extern \"C\", with \" on both sides";
  return {};
}
std::string of_missing_semicolon(const Tokens& t, size_t k) {
  const bool is_compound = k > 1 && t[k].text.size() == 1 &&
                           std::string_view("+-*/%&|^").find(t[k].text[0]) != std::string::npos &&
                           is(t, k + 1, "=") && touches_previous(t, k + 1);
  if (!is_compound || !is_word(t, k - 1) || !is_built_in_type(t[k - 2].text)) return {};
  return fmt::format(
      "{0} {1} makes a new variable, which has no value yet that {2}= could change: leave {0} out "
      "to change the {1} that is there",
      t[k - 2].text, t[k - 1].text, t[k].text);
}

std::string of_declared_again(const Scopes& scopes, size_t k, std::string_view message) {
  const Tokens& t = scopes.tokens();
  if (k == 0 || !is(t, k - 1, ",")) return {};
  const size_t open = scopes.bracket_around(k);
  if (open == Scopes::kNone || open == 0 || !is(t, open - 1, "for")) return {};
  return fmt::format("{}: the three parts of a for are separated by \";\", and here is a \",\"",
                     message);
}

// What has an index and cannot have one.
std::string of_index(const Scopes& scopes, size_t k, std::string_view message) {
  const Tokens& t = scopes.tokens();
  if (is(t, k - 1, "[") && k > 1) --k;  // the message is about the index, where that is a number
  else if (is_word(t, k)) ++k;
  if (!is(t, k, "[")) return {};
  if (is_word(t, k - 1) && is(t, scopes.close_of(k) + 1, "[")) ++k;  // of a[i][j] the second one
  while (k < t.size() && !is(t, k, "[")) k = scopes.close_of(k - 1) + 1;
  if (k >= t.size() || k == 0) return {};
  if (is(t, k - 1, "]"))
    return fmt::format(
        "{}: there is one index too many. A matrix that is passed as a pointer has one index, as "
        "in a[row * cols + column]",
        message);
  if (!is_word(t, k - 1)) return {};
  const std::string_view name = t[k - 1].text, type = name_in_quotes(message);
  int line = 0;
  for (const DeclaredName& declared : scopes.declarations_of(name))
    if (declared.offset < t[k].offset && t[k].offset < declared.scope_end)
      line = scopes.line_of(declared.offset);
  return fmt::format(
      "{} is a single {} and not an array{}: [ ] needs an array, which is declared with its size "
      "after its name, or a pointer, which is declared with a * before it",
      name, type, line > 0 ? fmt::format(" (line {})", line) : std::string());
}

// Behind the operand that begins at `k`: a word, with all its brackets and parts.
size_t behind_operand(const Scopes& scopes, size_t k) {
  const Tokens& t = scopes.tokens();
  for (++k; k < t.size();) {
    if (is(t, k, "[") || is(t, k, "(")) k = scopes.close_of(k) + 1;
    else if (is(t, k, ".")) k += 2;
    else break;
  }
  return k;
}

std::string of_whole_number(const Scopes& scopes, size_t k, std::string_view message) {
  const Tokens& t = scopes.tokens();
  const bool has_power = is(t, behind_operand(scopes, k), "^") || (k > 0 && is(t, k - 1, "^"));
  if (!has_power) return {};
  return fmt::format(
      "{}: ^ is not a power in C++: it combines the bits of whole numbers. Write x * x, or powf",
      message);
}

std::string of_type_name(const Tokens& t, size_t k, std::string_view message) {
  if (!is_word(t, k)) return {};
  if (is(t, k + 1, ".") && (t[k].text == "dim3" || t[k].text == "uint3"))
    return fmt::format("{}: {} is a type. The size of a block is blockDim.{}", message, t[k].text,
                       k + 2 < t.size() ? t[k + 2].text : "x");
  return fmt::format("{}: {} is a type, and a value is expected here", message, t[k].text);
}

// A function in the middle of another one; a lambda has no name.
std::string of_inner_function(const Scopes& scopes, size_t k) {
  const size_t around = scopes.bracket_around(k);
  const bool is_inside =
      around != Scopes::kNone && scopes.function_at(scopes.tokens()[k].offset) != Scopes::kNone;
  if (!is_inside || !is_word(scopes.tokens(), k) || !is(scopes.tokens(), k + 1, "(") ||
      !is(scopes.tokens(), scopes.close_of(k + 1) + 1, "{"))
    return {};
  return "a function cannot be written inside another one: write it before that one, or close that "
         "one with a \"}\" before this place";
}

// How many of something stand between the brackets that open at `open`.
size_t count_between(const Scopes& scopes, size_t open) {
  const Tokens& t = scopes.tokens();
  size_t count = scopes.close_of(open) > open + 1 ? 1 : 0;
  for (size_t k = open + 1; k < scopes.close_of(open); ++k)
    count += is(t, k, ",") && scopes.bracket_around(k) == open;
  return count;
}

std::string of_arguments(const Scopes& scopes, size_t k, std::string_view message) {
  const Tokens& t = scopes.tokens();
  const std::string_view name = name_in_quotes(message);
  size_t call = k;
  while (call < t.size() && !is(t, call, "(") && !is(t, call, ";")) ++call;
  if (!is(t, call, "(")) return {};
  for (const DeclaredName& declared : scopes.declarations_of(name)) {
    if (!declared.is_function) continue;
    const size_t has = count_between(scopes, declared.token + 1);
    const size_t given = count_between(scopes, call);
    if (has == given) return {};
    return fmt::format("{} has {} parameter{} (line {}), and {} {} given here", name, has,
                       has == 1 ? "" : "s", scopes.line_of(declared.offset), given,
                       given == 1 ? "is" : "are");
  }
  return {};
}

// A value of type "float *" where a float is needed.
std::string of_pointer_for_value(const Scopes& scopes, size_t k, std::string_view message) {
  const Tokens& t = scopes.tokens();
  const std::string_view from = name_in_quotes(message, 0), to = name_in_quotes(message, 1);
  if (from == "void *" && to.ends_with('*'))
    return fmt::format("{}: write the type before it, as in ({})malloc(n)", message, to);
  if (!from.ends_with('*') || to.ends_with('*')) return {};
  if (from == "const char *")
    return fmt::format(
        "{}: what stands in quotes is text, and can be no number. A number stands without quotes, "
        "with a point where it has a fraction, as in 0.5f",
        message);
  const size_t end = std::ranges::find(t.begin() + static_cast<std::ptrdiff_t>(k), t.end(),
                                       std::string_view(";"), &source::Token::text) -
                     t.begin();
  for (; k < end; ++k)
    if (is(t, k, ",") && scopes.bracket_around(k) != Scopes::kNone &&
        is(t, scopes.bracket_around(k), "["))
      return fmt::format(
          "{}: [y, x] is not two indices in C++: only the last one counts. Write [y][x]", message);
  return fmt::format(
      "{}: that is an address, as is an array without an index. An element is a[i], or tile[y][x] "
      "where there are two indices",
      message);
}

// "...; argument types are: (int, size_t)" -> {"int", "size_t"}
std::vector<std::string_view> argument_types(std::string_view message) {
  constexpr std::string_view kBefore = "argument types are: (";
  std::vector<std::string_view> types;
  const size_t at = message.rfind(kBefore);
  if (at == std::string_view::npos) return types;
  const std::string_view list = message.substr(at + kBefore.size());
  // A type may have brackets and commas of its own: int (*)(int, int), pair<int, float>.
  int depth = 0;
  for (size_t k = 0, begin = 0; k < list.size() && depth >= 0; ++k) {
    const char c = list[k];
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (depth >= 0 && (c != ',' || depth > 0)) continue;
    types.push_back(list.substr(begin, k - begin));
    begin = std::min(list.find_first_not_of(' ', k + 1), list.size());
  }
  return types;
}

}  // namespace

std::string said_at_place(std::string_view message, const Scopes& scopes, size_t offset) {
  if (offset == Scopes::kNone) return {};
  const Tokens& t = scopes.tokens();
  const size_t k = scopes.token_at(offset);
  if (k == 0 || k >= t.size() || t[k].offset != offset) return {};
  if (message == "expected a declaration") return of_missing_declaration(t, k);
  if (message == "expected an expression") return of_missing_expression(scopes, k);
  if (message == "expected a \")\"") return of_missing_bracket(scopes, k);
  if (message == "expected an identifier") return of_missing_name(t, k);
  if (message == "expected a \";\"") return of_missing_semicolon(t, k);
  if (message.ends_with("has already been declared in the current scope"))
    return of_declared_again(scopes, k, message);
  if (message.starts_with("expression must have pointer-to-object type but it has type"))
    return of_index(scopes, k, message);
  if (message.starts_with("expression must have integral or unscoped enum"))
    return of_whole_number(scopes, k, message);
  if (message.find("function without execution space annotations") != std::string_view::npos)
    return of_inner_function(scopes, k);
  if (message == "type name is not allowed") return of_type_name(t, k, message);
  if (message.starts_with("no instance of function template \"")) {
    std::string counted = of_arguments(scopes, k, message);
    return counted.empty() ? counted : fmt::format("{}: {}", message, counted);
  }
  if (message.starts_with("a value of type \"")) return of_pointer_for_value(scopes, k, message);
  return {};
}

std::string atomic_hint(std::string_view message) {
  constexpr std::string_view kBefore = "no instance of overloaded function \"atomic";
  if (!message.starts_with(kBefore)) return {};
  // Which types they have beside int and unsigned, https://docs.nvidia.com/cuda/
  // cuda-c-programming-guide/#atomic-functions; half precision and structures are left out.
  struct Atomic {
    std::string_view name, types;
  };
  constexpr auto kAtomics = std::to_array<Atomic>({
      {"atomicSub", "int, unsigned int"},
      {"atomicExch", "int, unsigned int, unsigned long long, float"},
      {"atomicMin", "int, unsigned int, long long, unsigned long long"},
      {"atomicMax", "int, unsigned int, long long, unsigned long long"},
      {"atomicCAS", "int, unsigned int, unsigned long long, unsigned short"},
      {"atomicAnd", "int, unsigned int, unsigned long long"},
      {"atomicOr", "int, unsigned int, unsigned long long"},
      {"atomicXor", "int, unsigned int, unsigned long long"},
  });
  const std::string_view name = name_in_quotes(message);
  const size_t open = message.find("types are: (");
  std::string_view first = message.substr(std::min(open, message.size()));
  first.remove_prefix(std::min(first.find('(') + 1, first.size()));
  first = first.substr(0, first.find_first_of(",)"));
  const auto* const known = std::ranges::find(kAtomics, name, &Atomic::name);
  if (known != kAtomics.end() && (first == "float *" || first == "double *")) {
    const std::string_view type = first.substr(0, first.find(' '));
    if (known->types.find(type) == std::string_view::npos)
      return fmt::format(
          ": there is none for {}, only for {}{}", type, known->types,
          name == "atomicSub" ? ". Add the negative number: atomicAdd(&x, -value)" : "");
  }
  if (first.starts_with("const ") && first.ends_with('*'))
    return ": the first argument points to something const, which cannot be changed";
  if (first.ends_with('*'))
    return ": compare the number and the types of the arguments with those of the function; the "
           "values have the type that the address points to";
  return ": the first argument is an address, such as &a[i], and the others are numbers of the "
         "same type";
}

std::string said_of_ambiguous_call(std::string_view message) {
  if (!message.starts_with("more than one instance of ") ||
      message.find(" matches the argument list") == std::string_view::npos)
    return {};
  const std::string_view name = name_in_quotes(message);
  const std::vector<std::string_view> types = argument_types(message);
  if (types.empty()) return {};
  const auto is_among = [&](std::string_view type) {
    return std::ranges::any_of(types, [&](std::string_view t) { return t.ends_with(type); });
  };
  if (types.size() == 1)
    return fmt::format(
        "there are several functions {0}, none of them is for {1}, and this call fits more than "
        "one: cast the argument to the type that you mean, as in {0}(static_cast<{2}>(x))",
        name, types[0], is_among("long long") || is_among("size_t") ? "long long" : "int");
  const bool differ = std::ranges::count(types, types[0]) != std::ssize(types);
  return fmt::format(
      "there are several functions {}, none of them is for ({}), and this call fits more than one: "
      "cast {}, as in static_cast<{}>(x)",
      name, fmt::join(types, ", "),
      differ ? "an argument so that all have the same type"
             : "the arguments to the types that you mean",
      is_among("double")  ? "double"
      : is_among("float") ? "float"
                          : "int");
}

}  // namespace warplab::compile
