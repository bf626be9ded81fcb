# cmake -D OUTPUT=own_headers.cpp -D HEADERS="a.h;b.h" -P embed_headers.cmake
# writes the text of each file into a C++ source that defines own_headers().
set(rows "")
foreach(header IN LISTS HEADERS)
  file(READ ${header} text)
  cmake_path(GET header FILENAME name)
  string(APPEND rows "    {\"${name}\", R\"WARPLAB(${text})WARPLAB\"},\n")
endforeach()
file(WRITE ${OUTPUT}
"// Written by embed_headers.cmake.
#include \"compile/own_headers.hpp\"

namespace warplab::compile {
namespace {
constexpr OwnHeader kHeaders[] = {
${rows}};
}  // namespace

std::span<const OwnHeader> own_headers() { return kHeaders; }

}  // namespace warplab::compile
")
