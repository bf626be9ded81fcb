#pragma once
// What an error owes to a #define further up: `#define SIZE = 32`, `#define SIZE 32;`. The compiler
// complains where the macro is used, and there nothing is wrong to see.
#include <string>
#include <string_view>

#include "source/scopes.hpp"

namespace warplab::compile {

using source::Scopes;

// To be put behind a message about this line; empty where the line uses no such macro, and where
// the message has a last word already.
std::string macro_hint(std::string_view message, int line, const Scopes& scopes);

}  // namespace warplab::compile
