#pragma once
// The PTX in what nvcc puts into a program for the GPU.
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace warplab::runtime {

// Of the newest architecture, if there are several. `binary` begins with its header. The Error says
// what is there instead. Source: the layout that `cuobjdump` of the CUDA Toolkit shows.
Result<std::string> ptx_in(std::string_view binary);
// Of an image that a program loads: a fat binary, several one behind the other, which are linked,
// or PTX as text.
Result<std::string> ptx_of_image(std::string_view image);

}  // namespace warplab::runtime
