# The standard library's headers, precompiled once for the libraries and programs, and once for the tests, which are
# not optimised: one second less for each file that includes much of them (GCC 12). Clang's builds, the fuzzers',
# go without, and so see that each file includes what it needs.
set(default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(default ON)
endif()
option(WARPLAB_PRECOMPILE "Precompile the standard library's headers" ${default})

if(WARPLAB_PRECOMPILE)
  file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
  foreach(header algorithm array atomic chrono cstdint cstring filesystem fstream functional map memory mutex optional set
                 span sstream string string_view thread unordered_map utility variant vector fmt/format.h)
    list(APPEND precompiled_headers <${header}>)
  endforeach()
  foreach(of libraries tests)
    add_library(warplab_precompiled_${of} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(warplab_precompiled_${of} PRIVATE warplab_flags fmt::fmt)
    target_precompile_headers(warplab_precompiled_${of} PRIVATE ${precompiled_headers})
    # GCC never makes the same bytes twice. ccache takes this for them, and so finds what another folder has compiled;
    # the compiler, with its library, and its options are in its sums anyhow.
    file(WRITE ${PROJECT_BINARY_DIR}/CMakeFiles/warplab_precompiled_${of}.dir/cmake_pch.hxx.gch.sum
         "${precompiled_headers} fmt ${fmt_VERSION} doctest ${doctest_VERSION}\n")
  endforeach()
  target_link_libraries(warplab_precompiled_tests PRIVATE doctest::doctest)
  target_precompile_headers(warplab_precompiled_tests PRIVATE <doctest/doctest.h>)
  target_compile_options(warplab_precompiled_tests PRIVATE -O0)
endif()

# For a target that is compiled for the same processor, as much optimised, and links fmt.
function(warplab_precompiled target)
  if(WARPLAB_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM warplab_precompiled_libraries)
  endif()
endfunction()

# For a test that is not optimised.
function(warplab_precompiled_test target)
  if(WARPLAB_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM warplab_precompiled_tests)
  endif()
endfunction()

# What runs once, and is large because of what it includes, is not worth optimising: command lines.
function(warplab_cold)
  if(NOT WARPLAB_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
