#pragma once
#include <cstdint>

#include "ptx/module.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

// A value known when the module is parsed. Integers: `bits` is the two's complement, `type` s64 or
// u64. Floating point: `bits` is the IEEE pattern of `type`, f32 (0f...) or f64 (0d... or 1.5).
struct Constant {
  uint64_t bits = 0;
  Type type = Type::s64;

  bool is_integer() const { return type == Type::s64 || type == Type::u64; }
};

// Whether a constant expression can begin at the current token.
bool at_constant(const TokenCursor& cursor);

// Parses "12", "-0x4", "0f3F800000", "(4*8)+1", "1 << 5 | 3", "a ? b : c". On an error the cursor
// fails and the result is false. Source: PTX ISA 9.0, section 4.5.
bool parse_constant(TokenCursor& cursor, Constant& constant);

// The same where only an integer makes sense; `what` names it in the message: "an array length".
bool parse_integer(TokenCursor& cursor, std::string_view what, int64_t& value);

}  // namespace warplab::ptx
