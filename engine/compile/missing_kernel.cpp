#include "compile/missing_kernel.hpp"

#include "compile/messages/match.hpp"
#include "compile/messages/remarks.hpp"
#include "source/scopes.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::Scopes;
using source::Tokens;

std::string why_not(const Scopes& scopes, const DeclaredName& declared, std::string_view name) {
  const Tokens& t = scopes.tokens();
  const size_t begin = statement_begin(t, declared.token);
  size_t end = scopes.close_of(declared.token + 1);
  while (end < t.size() && !is(t, end, "{") && !is(t, end, ";")) ++end;
  const auto say = [&](Remark remark) {
    return filled_in(
        sentence_of(remark),
        {{"line", std::to_string(scopes.line_of(declared.offset))}, {"name", std::string(name)}});
  };
  if (!is(t, end, "{")) return say(Remark::kernel_has_no_body);
  if (!has(t, begin, declared.token, "__global__")) return say(Remark::kernel_is_of_device);
  if (has(t, begin, declared.token, "template")) return say(Remark::kernel_is_template);
  return {};
}

}  // namespace

std::string why_no_kernel(std::string_view source, std::string_view name) {
  const Scopes scopes(source);
  std::string why;
  // What is defined further down says more than a declaration above it.
  for (const DeclaredName& declared : scopes.declarations_of(name))
    if (declared.is_function) why = why_not(scopes, declared, name);
  return why;
}

}  // namespace warplab::compile
