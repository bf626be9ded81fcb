#include "compile/missing_kernel.hpp"

#include <fmt/format.h>

#include "source/scopes.hpp"

namespace warplab::compile {
namespace {

using source::DeclaredName;
using source::Scopes;
using source::Tokens;

std::string why_not(const Scopes& scopes, const DeclaredName& declared, std::string_view name) {
  const Tokens& t = scopes.tokens();
  bool is_template = false, is_kernel = false;
  for (size_t k = declared.token; k-- > 0;) {
    if (is(t, k, ";") || is(t, k, "{") || is(t, k, "}")) break;
    is_template |= is(t, k, "template");
    is_kernel |= is(t, k, "__global__");
  }
  size_t end = scopes.close_of(declared.token + 1);
  while (end < t.size() && !is(t, end, "{") && !is(t, end, ";")) ++end;
  const int line = scopes.line_of(declared.offset);
  if (!is(t, end, "{"))
    return fmt::format(
        "line {} declares it and does not say what it does: {{ }} with its statements stands in "
        "the "
        "place of that \";\"",
        line);
  if (!is_kernel)
    return fmt::format(
        "on line {} it is a function that kernels call. A kernel has __global__ before its type, "
        "as "
        "in extern \"C\" __global__ void {}(...)",
        line, name);
  if (is_template)
    return fmt::format(
        "on line {} it is a template, and the exercise launches its kernel by its name alone: "
        "write "
        "it with its types, without template <...>",
        line);
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
