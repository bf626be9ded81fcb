#pragma once
// Functions that work on 32 lanes at once are compiled once for each instruction set of the host,
// in a namespace of that name, which CMake passes as WARPLAB_ISA. Whatever they call in a header
// must be in such a namespace, too: an inline function that the compiler does not inline has one
// body for the whole program, and the linker might keep the one made for a newer processor.
// (tests/sim/variants_test.sh looks for such functions in the object files.)
#ifndef WARPLAB_ISA
#define WARPLAB_ISA baseline
#endif
