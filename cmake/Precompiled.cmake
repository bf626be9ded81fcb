# Headers that are precompiled with GCC: the standard library's once for the libraries and programs and once for the
# tests, which are not optimised, and with them those of a room that nearly every file of it includes. Clang's builds,
# the fuzzers', go without, and so see that each file includes what it needs.
set(default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(default ON)
endif()
option(WARPLAB_PRECOMPILE "Precompile headers" ${default})
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")

# warplab_precompile(views HEADERS <imgui.h> ${PROJECT_SOURCE_DIR}/app/lab/lab.hpp LINKS warplab_app_model)
# The standard library's headers, fmt's and these. TEST: for what is not optimised, with doctest.
#
# GCC never makes the same bytes twice. ccache takes the file .gch.sum for them, and so finds what another folder has
# compiled. Of the standard library's headers the names are enough: the compiler, with its library, and its options
# are in ccache's sums anyhow. Of others it is the sum of what the preprocessor makes of them, which is made anew with
# each change: an object is never found that was compiled with an older header.
function(warplab_precompile name)
  if(NOT WARPLAB_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(ARG "TEST" "" "HEADERS;LINKS" ${ARGN})
  foreach(header algorithm array atomic chrono cstdint cstring filesystem fstream functional map memory mutex optional set
                 span sstream string string_view thread unordered_map utility variant vector fmt/format.h)
    list(APPEND headers <${header}>)
  endforeach()
  set(target warplab_precompiled_${name})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(${target} PRIVATE warplab_flags fmt::fmt ${ARG_LINKS})
  target_precompile_headers(${target} PRIVATE ${headers})
  if(ARG_TEST)
    target_link_libraries(${target} PRIVATE doctest::doctest)
    target_precompile_headers(${target} PRIVATE <doctest/doctest.h>)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
  if(NOT WARPLAB_CCACHE)
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir)
  set(sum ${folder}/cmake_pch.hxx.gch.sum)
  if(NOT ARG_HEADERS)
    file(WRITE ${sum} "${headers} fmt ${fmt_VERSION} doctest ${doctest_VERSION}\n")
    return()
  endif()
  set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  # What the compiler looks through anyhow, it must not look through first.
  set(includes $<REMOVE_DUPLICATES:$<FILTER:${includes},EXCLUDE,^/usr/include$>>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  add_custom_command(OUTPUT ${sum} DEPFILE ${sum}.d DEPENDS ${folder}/cmake_pch.hxx VERBATIM COMMAND_EXPAND_LISTS
    COMMAND bash ${PROJECT_SOURCE_DIR}/cmake/precompiled_sum.sh ${sum} ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
            ${CMAKE_CXX_COMPILER} -std=c++${CMAKE_CXX_STANDARD} -O2
            "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            -x c++-header ${folder}/cmake_pch.hxx
    COMMENT "What ${target} holds")
  add_custom_target(${target}_sum DEPENDS ${sum})
  add_dependencies(${target} ${target}_sum)
endfunction()

# `of` is a name that warplab_precompile() made. For a target that is compiled for the same processor, as much
# optimised, and links fmt.
function(warplab_precompiled target of)
  if(WARPLAB_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM warplab_precompiled_${of})
    if(TARGET warplab_precompiled_${of}_sum)
      add_dependencies(${target} warplab_precompiled_${of}_sum)
    endif()
  endif()
endfunction()

warplab_precompile(libraries)
warplab_precompile(tests TEST)

# What runs once, and is large because of what it includes, is not worth optimising: command lines.
function(warplab_cold)
  if(NOT WARPLAB_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# What is done once for a run, a file that is handed in or a frame, and not for each element or instruction: a fifth
# less time to compile.
function(warplab_seldom target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo,Release>:-O1>)
endfunction()
