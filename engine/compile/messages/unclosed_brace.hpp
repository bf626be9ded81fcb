#pragma once
#include <optional>

#include "source/scopes.hpp"

namespace warplab::compile {

// The token of the opening brace that is never closed; a compiler notices it at the end of the
// file. Braces alone cannot tell (the last "}" of a file closes whatever is open), so the
// indentation does: a "}" further left than the line of its "{" closes an outer one, and what
// begins as far left as the open function is no part of it. Where the indentation says nothing, the
// innermost brace that is open at the end; none where all are closed.
std::optional<size_t> unclosed_brace(const source::Scopes& scopes);

}  // namespace warplab::compile
