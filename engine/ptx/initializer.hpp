#pragma once
// What follows the '=' of a variable. Source: PTX ISA 9.0, section 5.4.4.
#include <cstdint>
#include <vector>

#include "ptx/limits.hpp"
#include "ptx/module.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

struct Shape {
  unsigned element_bytes = 1;
  std::vector<uint64_t> lengths;  // slowest first; empty: a scalar
  bool open_ended = false;        // x[]: the first length is to be found from the initialiser
};

// Fills `initial`, `addresses` and, for an open-ended array, `bytes` of `variable`. Elements that
// the text leaves out are zero.
bool parse_initializer(TokenCursor& cursor, Limits& limits, const Shape& shape, Variable& variable);

}  // namespace warplab::ptx
