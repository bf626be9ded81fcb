#include "compile/macro_hints.hpp"

#include <fmt/format.h>

namespace warplab::compile {
namespace {

using source::Scopes;
using source::Tokens;

bool uses(const Scopes& scopes, std::string_view name, int line) {
  const size_t begin = scopes.offset_of(line, 1);
  if (begin == Scopes::kNone) return false;
  const Tokens& t = scopes.tokens();
  for (size_t k = scopes.token_at(begin); k < t.size() && scopes.line_of(t[k].offset) == line; ++k)
    if (t[k].text == name) return true;
  return false;
}

}  // namespace

std::string macro_hint(std::string_view message, int line, const Scopes& scopes) {
  if (message.find("#define") != std::string_view::npos || message.ends_with('.')) return {};
  for (const source::MacroDefinition& macro : source::macro_definitions(scopes.source())) {
    if (macro.is_called || macro.body.empty()) continue;
    const source::Token &first = macro.body.front(), &last = macro.body.back();
    if ((first.text != "=" && last.text != ";") || !uses(scopes, macro.name, line)) continue;
    return fmt::format(
        "; in place of {} stands \"{}\" here, as its #define on line {} says, and that needs no "
        "\"{}\"",
        macro.name,
        scopes.source().substr(first.offset, last.offset + last.text.size() - first.offset),
        scopes.line_of(first.offset), first.text == "=" ? "=" : ";");
  }
  return {};
}

}  // namespace warplab::compile
