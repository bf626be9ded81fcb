# Dear ImGui as distributions package it: a static library without a CMake config of its own.
# Targets: imgui::imgui (no window, no GL) and imgui::glfw_opengl3 (with the two backends of a window).
find_path(ImGui_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_library(ImGui_LIBRARY imgui)
# Debian's archive is linked against the shared libstb instead of carrying its own copy.
find_library(ImGui_STB_LIBRARY stb)
# The archive's FreeType rasterizer gives crisper small text than stb_truetype; it is used where
# FreeType's headers are installed.
find_package(Freetype QUIET)

if(ImGui_INCLUDE_DIR)
  file(STRINGS "${ImGui_INCLUDE_DIR}/imgui.h" imgui_version_line REGEX "^#define IMGUI_VERSION +\"")
  string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" ImGui_VERSION "${imgui_version_line}")
  unset(imgui_version_line)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ImGui
  REQUIRED_VARS ImGui_LIBRARY ImGui_INCLUDE_DIR ImGui_STB_LIBRARY VERSION_VAR ImGui_VERSION)
mark_as_advanced(ImGui_INCLUDE_DIR ImGui_LIBRARY ImGui_STB_LIBRARY)

if(ImGui_FOUND AND NOT TARGET imgui::imgui)
  add_library(imgui::imgui STATIC IMPORTED)
  set_target_properties(imgui::imgui PROPERTIES
    IMPORTED_LOCATION "${ImGui_LIBRARY}"
    # Spares half a second a file, that <immintrin.h> takes: only an inline square root of imgui_internal.h uses it.
    INTERFACE_COMPILE_DEFINITIONS IMGUI_DISABLE_SSE
    INTERFACE_INCLUDE_DIRECTORIES "${ImGui_INCLUDE_DIR};${ImGui_INCLUDE_DIR}/backends"
    INTERFACE_LINK_LIBRARIES "${ImGui_STB_LIBRARY}")
  if(TARGET Freetype::Freetype AND EXISTS "${ImGui_INCLUDE_DIR}/imgui_freetype.h")
    target_link_libraries(imgui::imgui INTERFACE Freetype::Freetype)
    target_compile_definitions(imgui::imgui INTERFACE WARPLAB_IMGUI_FREETYPE=1)
  endif()
  add_library(imgui::glfw_opengl3 INTERFACE IMPORTED)
  target_link_libraries(imgui::glfw_opengl3 INTERFACE imgui::imgui glfw ${CMAKE_DL_LIBS})
endif()
