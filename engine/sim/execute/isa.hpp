#pragma once
// The handlers that work on 32 lanes at once are compiled once for each instruction set of the
// host, in a namespace of that name which CMake passes as WARPLAB_ISA; handlers.cpp picks at
// start-up.
#ifndef WARPLAB_ISA
#define WARPLAB_ISA baseline
#endif
// Inline functions that the compiler does not inline have one body for the whole program, and the
// linker might keep the one made for a newer processor. So the scalar room gets a name for each as
// well.
#define WARPLAB_PASTE2(a, b) a##b
#define WARPLAB_PASTE(a, b) WARPLAB_PASTE2(a, b)
#define scalar WARPLAB_PASTE(scalar_, WARPLAB_ISA)
