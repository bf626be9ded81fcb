#pragma once
// Operands of instructions. Source: PTX ISA 9.0, chapter 6.
#include "ptx/module.hpp"
#include "ptx/scopes.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

// Any operand but the ones that name labels (see labels.hpp).
bool parse_operand(TokenCursor& cursor, const Scopes& scopes, Operand& operand);

// "(a, b)" or "()": the arguments and results of a call.
bool parse_operand_list(TokenCursor& cursor, const Scopes& scopes, Operand& operand);

}  // namespace warplab::ptx
