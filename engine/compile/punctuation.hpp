#pragma once
// Where a missing brace or semicolon belongs. A compiler notices one at the next word that does not
// fit, which may be lines further down or the end of the file.
#include <optional>
#include <string_view>

namespace warplab::compile {

// A place in a source text, both from 1; columns count bytes.
struct SourcePlace {
  int line = 0, column = 0;
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// The last character of code before `place`; nothing where only blanks, comments and preprocessor
// directives stand before it.
std::optional<SourcePlace> code_before(std::string_view text, SourcePlace place);

// The opening brace that is never closed. Braces alone cannot tell (the last "}" of a file closes
// whatever is open), so the indentation does: a "}" further left than the line of its "{" closes an
// outer one, and what begins as far left as the open function is no part of it. Where the
// indentation says nothing, the innermost brace that is open at the end; nothing where all are
// closed.
std::optional<SourcePlace> unclosed_brace(std::string_view text);

}  // namespace warplab::compile
