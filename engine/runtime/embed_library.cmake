# cmake -D OUTPUT=library_sources.cpp -D FILES="a.hpp;b.cpp" -P embed_library.cmake
# writes the text of each file into a C++ source that defines library_sources().
set(rows "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  cmake_path(GET file FILENAME name)
  string(APPEND rows "    {\"${name}\", R\"WARPLAB(${text})WARPLAB\"},\n")
endforeach()
file(WRITE ${OUTPUT}
"// Written by embed_library.cmake.
#include \"runtime/library_sources.hpp\"

namespace warplab::runtime {
namespace {
constexpr LibrarySource kSources[] = {
${rows}};
}  // namespace

std::span<const LibrarySource> library_sources() { return kSources; }

}  // namespace warplab::runtime
")
