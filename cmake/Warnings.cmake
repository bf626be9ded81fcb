# Compiler flags that every target of ours gets: one interface library, linked by warplab_library().
add_library(warplab_flags INTERFACE)
target_compile_options(warplab_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                               -Woverloaded-virtual -Wno-missing-field-initializers)
# Kernels are simulated bit for bit: a*b+c must not become a fused operation behind our back.
target_compile_options(warplab_flags INTERFACE -ffp-contract=off)
# By itself GCC looks for garbage after 128 MB, and each time goes through all that the precompiled headers hold: a
# tenth of the time of a large file. 600 MB are within the gigabyte that setup.sh counts with.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warplab_flags INTERFACE --param=ggc-min-heapsize=600000)
endif()
if(WARPLAB_WERROR)
  target_compile_options(warplab_flags INTERFACE -Werror)
endif()
if(WARPLAB_SANITIZE)
  target_compile_options(warplab_flags INTERFACE -fsanitize=${WARPLAB_SANITIZE}
                                                 -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(warplab_flags INTERFACE -fsanitize=${WARPLAB_SANITIZE})
endif()

# warplab_library(ptx SOURCES a.cpp b.cpp LINKS warplab::other fmt::fmt)
# makes the static library warplab_ptx with the alias warplab::ptx; headers are included as
# "ptx/module.hpp", that is, by the path below engine/.
function(warplab_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(warplab_${name} STATIC ${ARG_SOURCES})
  add_library(warplab::${name} ALIAS warplab_${name})
  warplab_together(warplab_${name})
  target_include_directories(warplab_${name} PUBLIC ${PROJECT_SOURCE_DIR}/engine)
  target_link_libraries(warplab_${name} PUBLIC warplab_flags ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  if("fmt::fmt" IN_LIST ARG_LINKS OR "fmt::fmt" IN_LIST ARG_PRIVATE_LINKS)
    warplab_precompiled(warplab_${name} libraries)
  endif()
endfunction()
