#include "compile/reserved_names.hpp"

#include "base/words.hpp"
#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
#include "source/tokens.hpp"
#include "source/words.hpp"

namespace warplab::compile {
namespace {

using source::joined_word;

bool is_of_the_lab(std::string_view word) {
  return word.starts_with("warplab_undefined") || word.starts_with("WARPLAB_UNDEFINED");
}

// Also in a header's name.
std::optional<size_t> own_name_in_directive(std::string_view source) {
  for (const source::Directive& directive : source::directives_of(source))
    for (const source::Token& token : directive.tokens)
      for (size_t at = 0; at < token.text.size(); ++at)
        if ((at == 0 || !is_word_character(token.text[at - 1])) &&
            is_of_the_lab(joined_word(token.text.substr(at))))
          return token.offset + at;
  return std::nullopt;
}

}  // namespace

std::optional<ReservedName> find_reserved_name(std::string_view source) {
  for (const source::MacroDefinition& macro : source::macro_definitions(source))
    if (source::is_a(macro.name, source::kKeyword))
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
