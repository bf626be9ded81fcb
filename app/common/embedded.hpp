#pragma once
// Files that are part of the program: fonts, colour maps and shaders. app/EmbedFiles.cmake puts
// them in.
#include <string>
#include <string_view>

namespace warplab::app {

// By the path below assets/ or shaders/: "fonts/Inter-Regular.otf", "color_map.frag". Asking for a
// file that is not in the list of app/CMakeLists.txt is an assertion.
std::string_view embedded_file(const std::string& path);

}  // namespace warplab::app
