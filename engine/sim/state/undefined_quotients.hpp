#pragma once
// Divisions of whole numbers that nothing defines. "Behavior of division by zero is unspecified"
// (PTX ISA 9.0, "Integer Arithmetic Instructions: div" and "rem"); C++ also leaves undefined a
// quotient that does not fit its type, and the remainder beside it ([expr.mul]). Computing one
// harms nobody, and compilers do so ahead of the branch that avoids it. So it is a value that
// nobody defined: exact tracking tells where it is used.
#include "sim/program/program.hpp"

namespace warplab::sim {

struct Warp;

// Those of `lanes` for which a / b, of a type of 16, 32 or 64 bits, has no defined value.
uint32_t undefined_quotients(Warp& w, Place a, Place b, ptx::Type type, uint32_t lanes);

}  // namespace warplab::sim
