#include "compile/first_error.hpp"

#include <fmt/format.h>

namespace warplab::compile {

std::string first_error(const std::vector<Diagnostic>& diagnostics, int& line) {
  size_t errors = 0;
  const Diagnostic* first = nullptr;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Diagnostic::Severity::error) continue;
    if (++errors == 1) first = &diagnostic;
  }
  if (!first) return {};
  line = first->line;
  std::string sentence =
      first->line > 0 ? fmt::format("Line {}: {}", first->line, first->message) : first->message;
  if (sentence.ends_with('.')) sentence.pop_back();
  if (errors > 1)
    sentence += fmt::format(" (and {} more error{})", errors - 1, errors > 2 ? "s" : "");
  return sentence.ends_with('?') ? sentence : sentence + ".";
}

std::string why_not_compiled(const Compiled& compiled) {
  int line = 0;
  std::string sentence = first_error(compiled.diagnostics, line);
  return sentence.empty() ? "The compiler gives no reason." : sentence;
}

}  // namespace warplab::compile
