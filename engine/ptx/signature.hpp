#pragma once
// What stands in front of a function's body. Source: PTX ISA 9.0, sections 5.4 and 11.1 to 11.3.
#include "ptx/limits.hpp"
#include "ptx/module.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

// From the token after ".entry" or ".func" to the one before "{" or ";": fills in the name,
// returns, parameters, max_threads and ptx_line.
bool parse_signature(TokenCursor& cursor, Limits& limits, Function& function);

// "(.param .b32 _) _ (.param .b64 _) .noreturn;" after ".callprototype". Calls pass their arguments
// in variables that the call itself names, so nothing of it needs to be kept.
bool parse_call_prototype(TokenCursor& cursor, Limits& limits);

}  // namespace warplab::ptx
