#include "source/declared_arrays.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/words.hpp"
#include "source/declarations.hpp"

namespace warplab::source {
namespace {

using Constants = std::map<std::string_view, std::optional<int64_t>>;  // none: several values

std::optional<int64_t> number_of(std::string_view text) {
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text[0] == '0') return std::nullopt;  // octal
  return value;
}

std::optional<int64_t> value_of(const Token& token, const Constants& constants) {
  if (token.kind == Token::Kind::number) return number_of(token.text);
  const auto known = constants.find(token.text);
  return known == constants.end() ? std::nullopt : known->second;
}

// A sum of products without brackets: "32", "kTile + 1", "2 * N".
std::optional<int64_t> value_of(const Tokens& tokens, size_t begin, size_t end,
                                const Constants& constants) {
  int64_t sum = 0, product = 1;
  for (size_t k = begin; k < end; k += 2) {
    const std::optional<int64_t> factor = value_of(tokens[k], constants);
    constexpr int64_t kMost = 1 << 20;
    if (!factor || *factor < 0 || *factor > kMost || product > kMost) return std::nullopt;
    product *= *factor;
    if (k + 1 < end && is(tokens, k + 1, "*")) continue;
    if (k + 1 < end && (!is(tokens, k + 1, "+") || k + 2 == end)) return std::nullopt;
    sum += product;
    product = 1;
  }
  return begin < end && sum > 0 ? std::optional(sum) : std::nullopt;
}

void note(Constants& constants, std::string_view name, std::optional<int64_t> value) {
  const auto [known, is_new] = constants.try_emplace(name, value);
  if (!is_new && known->second != value) known->second.reset();
}

// Names that are given one number with `=` and no other one: constexpr int kTile = 32; and macros.
// A variable that changes is no extent, which the compiler has seen to.
Constants constants_of(std::string_view source, const Tokens& tokens) {
  Constants constants;
  for (size_t k = 0; k + 3 < tokens.size(); ++k)
    if (tokens[k].kind == Token::Kind::word && is(tokens, k + 1, "=") && !is(tokens, k + 2, "="))
      note(constants, tokens[k].text,
           is(tokens, k + 3, ";") || is(tokens, k + 3, ",")
               ? value_of(tokens, k + 2, k + 3, constants)
               : std::nullopt);
  for (const MacroDefinition& macro : macro_definitions(source))
    note(constants, macro.name,
         macro.body.size() == 1 && !macro.is_called && macro.parameters.empty()
             ? value_of(macro.body.front(), constants)
             : std::nullopt);
  return constants;
}

std::set<std::string_view> template_parameters(const Tokens& tokens) {
  std::set<std::string_view> names;
  for (size_t k = 0; k + 1 < tokens.size(); ++k)
    if (is(tokens, k, "typename") || is(tokens, k, "class")) names.insert(tokens[k + 1].text);
  return names;
}

// Of the declarator whose name is token `k`; empty where one of them is not known.
std::vector<int64_t> extents_at(const Tokens& tokens, size_t k, const Constants& constants) {
  std::vector<int64_t> extents;
  for (++k; is(tokens, k, "[");) {
    const size_t behind = behind_brackets(tokens, k);
    const auto value = value_of(tokens, k + 1, behind - 1, constants);
    if (!value) return {};
    extents.push_back(*value);
    k = behind;
  }
  return extents;
}

}  // namespace

std::vector<DeclaredArray> declared_arrays(std::string_view source) {
  const Tokens tokens = tokens_of(source);
  const Constants constants = constants_of(source, tokens);
  const std::set<std::string_view> parameters = template_parameters(tokens);
  std::map<std::string_view, std::vector<int64_t>> found;  // none: several shapes, or not known
  const auto add = [&](std::string_view name, std::vector<int64_t> extents) {
    const auto [known, is_new] = found.try_emplace(name, extents);
    if (!is_new && known->second != extents) known->second.clear();
  };
  for (size_t k = 0; k < tokens.size(); ++k) {
    if (!is_a(tokens[k].text, kMemory)) continue;
    bool is_known = true;
    const bool may_be_function = is(tokens, k, "__device__");
    for (++k; k < tokens.size() && !is(tokens, k, ";"); ++k) {
      if (is(tokens, k, "=") || (may_be_function && is(tokens, k, "("))) break;
      if (tokens[k].kind == Token::Kind::word && is(tokens, k + 1, "[")) {
        add(tokens[k].text, is_known ? extents_at(tokens, k, constants) : std::vector<int64_t>());
        while (is(tokens, k + 1, "[")) k = behind_brackets(tokens, k + 1) - 1;
      } else if (is(tokens, k + 1, ",") || is(tokens, k + 1, ";")) {
        add(tokens[k].text, {});  // no array
      } else if (!is(tokens, k, ",")) {
        is_known &= is_a(tokens[k].text, kElement | kQualifier | kSpecifier) ||
                    is(tokens, k, "std") || is(tokens, k, ":") ||
                    parameters.contains(tokens[k].text);
      }
    }
  }
  std::vector<DeclaredArray> arrays;
  for (auto& [name, extents] : found)
    if (extents.size() > 1) arrays.push_back({std::string(name), std::move(extents)});
  return arrays;
}

std::string declared_element(const DeclaredArray& array, int64_t flat) {
  std::string text;
  for (size_t k = array.extents.size(); k-- > 1;) {
    const int64_t index = (flat % array.extents[k] + array.extents[k]) % array.extents[k];
    text = fmt::format("[{}]{}", index, text);
    flat = (flat - index) / array.extents[k];
  }
  return fmt::format("{}[{}]{}", array.name, flat, text);
}

}  // namespace warplab::source
