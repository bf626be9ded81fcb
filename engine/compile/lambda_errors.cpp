#include "compile/lambda_errors.hpp"

namespace warplab::compile {
namespace {

// Is what an error points to the parameter list of a lambda, "(" behind "[...]"?
bool is_of_lambda(std::string_view text, const Diagnostic& error) {
  size_t line = 0;
  for (int k = 1; k < error.line && line != std::string_view::npos; ++k) {
    line = text.find('\n', line);
    if (line != std::string_view::npos) ++line;
  }
  if (line == std::string_view::npos || error.column < 1) return false;
  const size_t at = line + static_cast<size_t>(error.column) - 1;
  if (at >= text.size() || text[at] != '(') return false;
  const size_t before = text.substr(0, at).find_last_not_of(" \t\r\n");
  return before != std::string_view::npos && text[before] == ']';
}

}  // namespace

bool complains_of_lambdas_alone(const std::vector<Diagnostic>& messages, std::string_view file,
                                std::string_view text) {
  size_t lambdas = 0;
  for (const Diagnostic& message : messages) {
    if (message.severity != Diagnostic::Severity::error) continue;
    const bool is_such =
        message.file == file &&
        message.message.find("without execution space annotations") != std::string::npos;
    if (!is_such || !is_of_lambda(text, message)) return false;
    ++lambdas;
  }
  return lambdas > 0;
}

}  // namespace warplab::compile
