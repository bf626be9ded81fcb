#pragma once
// Which parts of a kernel file are host code that its kernels do not need: main(), functions and
// variables without __global__, __device__ and the like, classes and using-declarations that only
// those name. Found by their form, in the tokens of the file.
#include <string>
#include <string_view>
#include <vector>

#include "source/scopes.hpp"

namespace warplab::source {

// Whether one of the tokens from `begin` to the one before `end` makes what they declare the
// device's: __global__, __device__, __constant__, __shared__, __managed__, or a macro of the file
// with one of them.
bool is_of_device(const Scopes& scopes, size_t begin, size_t end);

// The file with blanks in the place of such parts, so that all that is left keeps its line and
// column. Directives stay, and so does what device code names.
std::string without_host_code(std::string_view source);

}  // namespace warplab::source
