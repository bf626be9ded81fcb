#include "compiler_messages.hpp"

#include <algorithm>

#include "base/printable.hpp"

namespace warplab::grader {
namespace {

using Severity = compile::Diagnostic::Severity;

constexpr size_t kMostMessages = 4;  // what follows mostly follows from these

bool is_error(const compile::Diagnostic& d) { return d.severity == Severity::error; }
bool is_warning(const compile::Diagnostic& d) {
  return d.severity == Severity::warning && d.line > 0;
}

}  // namespace

std::vector<const compile::Diagnostic*> more_messages(const verdict::ExerciseResult& result) {
  std::vector<const compile::Diagnostic*> told;
  if (result.verdict != verdict::Status::fail) return told;
  const bool has_error = std::ranges::any_of(result.diagnostics, is_error);
  for (const compile::Diagnostic& d : result.diagnostics)
    if (has_error ? is_error(d) : is_warning(d)) told.push_back(&d);
  if (has_error) told.erase(told.begin());
  told.resize(std::min(told.size(), kMostMessages));
  return told;
}

std::string sentence_of(const compile::Diagnostic& diagnostic) {
  const std::string text = printable(diagnostic.message);
  return text + (text.ends_with('.') || text.ends_with('?') ? "" : ".");
}

}  // namespace warplab::grader
