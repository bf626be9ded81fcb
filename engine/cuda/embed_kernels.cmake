# cmake -D OUTPUT=own_kernels_source.cpp -D SOURCE=own_kernels.cu -P embed_kernels.cmake
# writes the text of the kernels into a C++ source that defines own_kernels_source().
file(READ ${SOURCE} text)
file(WRITE ${OUTPUT}
"// Written by embed_kernels.cmake.
#include \"cuda/own_kernels.hpp\"

namespace warplab::cuda {

std::string_view own_kernels_source() {
  return R\"WARPLAB(${text})WARPLAB\";
}

}  // namespace warplab::cuda
")
