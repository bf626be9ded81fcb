#pragma once
// The body of a function: registers, scoped variables, labels, locations and instructions.
#include "ptx/limits.hpp"
#include "ptx/module.hpp"
#include "ptx/scopes.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

// Parses from the token after "{" to the matching "}" into `function`, whose name, parameters and
// returns are set. Adds `ret` where the text runs into the end of the function, so that every body
// ends in an instruction that leaves or branches and every label stands before an instruction.
bool parse_body(TokenCursor& cursor, Limits& limits, const NameMap<SymbolRef>& module_names,
                Function& function);

}  // namespace warplab::ptx
