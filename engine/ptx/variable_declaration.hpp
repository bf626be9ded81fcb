#pragma once
// Declarations of variables and parameters. Source: PTX ISA 9.0, section 5.4.
#include <vector>

#include "ptx/limits.hpp"
#include "ptx/module.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

// Whether the current token is ".global", ".shared", ".local", ".const" or ".param".
bool at_state_space(const TokenCursor& cursor);

// ".shared .align 4 .b8 a[16], b[4];" from the space on, the final ';' included. Adds to
// `variables`.
bool parse_variables(TokenCursor& cursor, Limits& limits, bool is_extern,
                     std::vector<Variable>& variables);

// "(.param .align 8 .b8 x[16], .param .u32 y)", also "()".
bool parse_parameters(TokenCursor& cursor, Limits& limits, std::vector<Variable>& parameters);

// ".b32", with ".v2" or ".v4" before it: what follows .reg. `vector` is 1, 2 or 4.
bool parse_type(TokenCursor& cursor, Type& type, unsigned& vector);

}  // namespace warplab::ptx
