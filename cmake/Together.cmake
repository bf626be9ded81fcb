# Most of what a file takes to compile is what it includes, and the standard library's functions that it makes of it. So
# the files of a library or of a test program are compiled eight at a time. Those that have options of their own are
# still compiled alone. Within a library, and within the tests of a room, no two unnamed namespaces use one name for
# two things.
#
# Off where each file is to be compiled alone: by clang (the fuzzers' builds see whether each includes what it needs),
# and in the preset `single`, for whoever changes much, and for tools that read compile_commands.json.
set(default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(default ON)
endif()
# With sanitizers a compiler takes twice the memory.
set(warplab_batch 8)
if(WARPLAB_SANITIZE)
  set(warplab_batch 4)
endif()
option(WARPLAB_TOGETHER "Compile the files of a library or of a test program eight at a time" ${default})

function(warplab_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${WARPLAB_TOGETHER} UNITY_BUILD_BATCH_SIZE ${warplab_batch})
endfunction()
