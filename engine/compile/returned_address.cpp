#include "compile/returned_address.hpp"

#include <algorithm>
#include <string_view>

#include "base/words.hpp"

namespace warplab::compile {
namespace {

// NVRTC 13.0's words.
constexpr std::string_view kWarnings[] = {"returning pointer to local variable",
                                          "returning reference to local variable"};

}  // namespace

int line_of_returned_address(const std::vector<Diagnostic>& diagnostics) {
  const auto warning = std::ranges::find_if(diagnostics, [](const Diagnostic& d) {
    return d.severity == Diagnostic::Severity::warning && d.line > 0 &&
           begins_with_one_of(d.message, kWarnings);
  });
  return warning == diagnostics.end() ? 0 : warning->line;
}

}  // namespace warplab::compile
