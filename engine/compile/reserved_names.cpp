#include "compile/reserved_names.hpp"

#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
#include "source/tokens.hpp"

namespace warplab::compile {
namespace {

using source::joined_word;

// ISO C++20, [lex.key], and what NVRTC takes for `asm`.
constexpr auto kKeywords = [] {
  auto words = std::to_array<std::string_view>({"alignas",
                                                "alignof",
                                                "asm",
                                                "__asm",
                                                "__asm__",
                                                "auto",
                                                "bool",
                                                "break",
                                                "case",
                                                "catch",
                                                "char",
                                                "char16_t",
                                                "char32_t",
                                                "char8_t",
                                                "class",
                                                "concept",
                                                "const",
                                                "const_cast",
                                                "consteval",
                                                "constexpr",
                                                "constinit",
                                                "continue",
                                                "decltype",
                                                "default",
                                                "delete",
                                                "do",
                                                "double",
                                                "dynamic_cast",
                                                "else",
                                                "enum",
                                                "explicit",
                                                "export",
                                                "extern",
                                                "false",
                                                "float",
                                                "for",
                                                "friend",
                                                "goto",
                                                "if",
                                                "inline",
                                                "int",
                                                "long",
                                                "mutable",
                                                "namespace",
                                                "new",
                                                "noexcept",
                                                "nullptr",
                                                "operator",
                                                "private",
                                                "protected",
                                                "public",
                                                "reinterpret_cast",
                                                "requires",
                                                "return",
                                                "short",
                                                "signed",
                                                "sizeof",
                                                "static",
                                                "static_assert",
                                                "static_cast",
                                                "struct",
                                                "switch",
                                                "template",
                                                "this",
                                                "throw",
                                                "true",
                                                "try",
                                                "typedef",
                                                "typename",
                                                "union",
                                                "unsigned",
                                                "using",
                                                "virtual",
                                                "void",
                                                "volatile",
                                                "__volatile__",
                                                "wchar_t",
                                                "while"});
  std::ranges::sort(words);
  return words;
}();

bool is_of_the_lab(std::string_view word) {
  return word.starts_with("warplab_undefined") || word.starts_with("WARPLAB_UNDEFINED");
}

// Preprocessor lines are no tokens. A comment behind one counts, which costs nobody anything.
std::optional<size_t> own_name_in_directive(std::string_view source) {
  for (size_t line = 0; line < source.size();) {
    size_t end = line;
    while (end < source.size() && (source[end] != '\n' || (end > 0 && source[end - 1] == '\\')))
      ++end;
    const size_t first = source.find_first_not_of(" \t", line);
    if (first < end && (source[first] == '#' || source.substr(first, 2) == "%:"))
      for (size_t at = first + 1; at < end; ++at)
        if (!is_word_character(source[at - 1]) && is_of_the_lab(source.substr(at))) return at;
    line = end + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReservedName> find_reserved_name(std::string_view source) {
  for (const source::MacroDefinition& macro : source::macro_definitions(source))
    if (std::ranges::binary_search(kKeywords, macro.name))
      return ReservedName{
          static_cast<size_t>(macro.name.data() - source.data()),
          filled_in(sentence_of(Remark::is_word_of_language), {{"name", std::string(macro.name)}})};
  if (const auto at = own_name_in_directive(source))
    return ReservedName{*at, std::string(sentence_of(Remark::is_name_of_lab))};
  for (const source::Token& token : source::tokens_of(source))
    if (token.kind == source::Token::Kind::word && is_of_the_lab(joined_word(token.text)))
      return ReservedName{token.offset, std::string(sentence_of(Remark::is_name_of_lab))};
  return std::nullopt;
}

}  // namespace warplab::compile
