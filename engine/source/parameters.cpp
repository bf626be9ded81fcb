#include "source/parameters.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "source/scopes.hpp"

namespace warplab::source {
namespace {

using data::ElementType;

constexpr auto kOneWord =
    std::to_array<std::pair<std::string_view, ElementType>>({{"float", ElementType::f32},
                                                             {"double", ElementType::f64},
                                                             {"half", ElementType::f16},
                                                             {"__half", ElementType::f16},
                                                             {"__nv_bfloat16", ElementType::bf16},
                                                             {"int8_t", ElementType::i8},
                                                             {"uint8_t", ElementType::u8},
                                                             {"int16_t", ElementType::i16},
                                                             {"uint16_t", ElementType::u16},
                                                             {"int32_t", ElementType::i32},
                                                             {"uint32_t", ElementType::u32},
                                                             {"int64_t", ElementType::i64},
                                                             {"uint64_t", ElementType::u64},
                                                             {"size_t", ElementType::u64},
                                                             {"uint", ElementType::u32}});

// The type that words such as "unsigned long long" are, in any order.
std::optional<ElementType> element_of(const std::vector<std::string_view>& words) {
  if (words.size() == 1)
    for (const auto& [name, element] : kOneWord)
      if (words[0] == name) return element;
  const auto count = [&](std::string_view word) { return std::ranges::count(words, word); };
  const auto known = count("signed") + count("unsigned") + count("char") + count("short") +
                     count("int") + count("long");
  if (words.empty() || known != std::ssize(words)) return std::nullopt;
  const bool is_unsigned = count("unsigned") > 0;
  if (count("char") > 0) return is_unsigned ? ElementType::u8 : ElementType::i8;
  if (count("short") > 0) return is_unsigned ? ElementType::u16 : ElementType::i16;
  if (count("long") > 0) return is_unsigned ? ElementType::u64 : ElementType::i64;
  return is_unsigned ? ElementType::u32 : ElementType::i32;
}

bool is_of_type(std::string_view word) {
  return is_a(word, kBuiltIn) ||
         std::ranges::any_of(kOneWord, [&](const auto& one) { return one.first == word; });
}

// What stands between two commas.
DeclaredParameter parameter_of(const Tokens& t, size_t begin, size_t end) {
  DeclaredParameter parameter;
  std::vector<std::string_view> words;
  size_t stars = 0;
  bool is_plain = true;  // nothing but words, stars and an array's brackets
  for (size_t k = begin; k < end; ++k) {
    if (is(t, k, "=")) break;
    if (is(t, k, "[")) {
      ++stars;
      k = behind_brackets(t, k) - 1;
    } else if (is(t, k, "*")) {
      ++stars;
    } else if (is(t, k, ":")) {  // std::uint32_t
    } else if (!is_word(t, k)) {
      is_plain = false;
    } else if (!is_a(t[k].text, kQualifier) && !is(t, k, "std")) {
      words.push_back(t[k].text);
    }
  }
  if (words.size() > 1 && !is_of_type(words.back())) {
    parameter.name = words.back();
    words.pop_back();
  }
  for (const std::string_view word : words)
    parameter.type += (parameter.type.empty() ? "" : " ") + std::string(word);
  parameter.type.append(stars, '*');
  parameter.is_pointer = stars > 0;
  if (is_plain && stars < 2) parameter.element = element_of(words);
  return parameter;
}

}  // namespace

std::vector<DeclaredParameter> parameters_of(std::string_view source, std::string_view kernel) {
  const Scopes scopes(source);
  const Tokens& t = scopes.tokens();
  std::vector<DeclaredParameter> parameters;
  for (const DeclaredName& declared : scopes.declarations_of(kernel)) {
    const size_t name = declared.token, open = name + 1;
    const size_t first = statement_begin(t, name);
    const bool is_called = has(t, first, name, "__global__") || has(t, first, name, "extern");
    if (!declared.is_function || !is_called || scopes.close_of(open) >= t.size()) continue;
    parameters.clear();
    for (const auto& [begin, end] : scopes.parts_of(open))
      parameters.push_back(parameter_of(t, begin, end));
  }
  return parameters;
}

}  // namespace warplab::source
