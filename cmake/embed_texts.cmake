# cmake -D OUTPUT=own_headers.cpp -D FILES="a.h;b.h" -D ROOM=compile -D NAME=own_headers -D TYPE=OwnHeader
#       -P embed_texts.cmake
# writes the text of each file into a C++ source that defines NAME() of ROOM/NAME.hpp, a span of TYPE{name, text}.
set(rows "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  cmake_path(GET file FILENAME name)
  string(APPEND rows "    {\"${name}\", R\"WARPLAB(${text})WARPLAB\"},\n")
endforeach()
file(WRITE ${OUTPUT}
"// Written by embed_texts.cmake.
#include \"${ROOM}/${NAME}.hpp\"

namespace warplab::${ROOM} {
namespace {
constexpr ${TYPE} kTexts[] = {
${rows}};
}  // namespace

std::span<const ${TYPE}> ${NAME}() { return kTexts; }

}  // namespace warplab::${ROOM}
")
