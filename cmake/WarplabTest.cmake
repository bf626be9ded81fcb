# What a test asserts is not optimised: that takes a third off the time to build it, and what takes its time is
# in libraries that are. The name behind the target is that of the headers that are precompiled for it.
function(warplab_test_options target)
  target_compile_options(${target} PRIVATE -O0)
  set(of tests)
  if(ARGC GREATER 1)
    set(of ${ARGV1})
  endif()
  warplab_precompiled(${target} ${of})
endfunction()

add_library(warplab_doctest_main OBJECT ${PROJECT_SOURCE_DIR}/tests/main/doctest_main.cpp
                                        ${PROJECT_SOURCE_DIR}/tests/main/temporary_folder.cpp)
target_include_directories(warplab_doctest_main PUBLIC ${PROJECT_SOURCE_DIR}/tests/main)
target_link_libraries(warplab_doctest_main PRIVATE warplab_flags PUBLIC doctest::doctest)
target_compile_options(warplab_doctest_main PRIVATE -O0)

# warplab_test_library(lab SOURCES sample_lab.cpp LINKS warplab_app_model)
# makes warplab_test_lab: what several test programs use, made up or driven, compiled once. Its headers are
# included by name. What it keeps there is declared only: a structure that is made in each of thirty programs
# is compiled in each of them.
function(warplab_test_library name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;LINKS" ${ARGN})
  add_library(warplab_test_${name} STATIC ${ARG_SOURCES})
  warplab_test_options(warplab_test_${name} ${ARG_PRECOMPILED})
  warplab_together(warplab_test_${name})
  target_include_directories(warplab_test_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/main)
  target_link_libraries(warplab_test_${name} PUBLIC warplab_flags doctest::doctest fmt::fmt ${ARG_LINKS})
  target_compile_definitions(warplab_test_${name} PRIVATE
    WARPLAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WARPLAB_BINARY_DIR="${PROJECT_BINARY_DIR}")
endfunction()

# warplab_test(sim LABEL unit SOURCES steps_test.cpp work_test.cpp LINKS warplab::sim)
# makes the doctest program test_sim and registers each of its test cases with CTest, as
# "sim: a loop's steps are counted" with the label `unit`.
#
# warplab_test(ptx LABEL unit UNITS parser module LINKS warplab::ptx)
# makes test_ptx of parser_test.cpp and module_test.cpp, whose cases are "ptx_parser: reads a vector load": one
# program to link for a room, and names that say what is tested. A unit may lie in a folder: steps/steps_view.
#
# doctest brings such a function of its own. Ours keeps names with commas, semicolons and brackets
# whole, sets one label, and fails a test whose name matches no test case instead of passing it.
#
# OPTIMIZED is for tests that compute much themselves.
# PRECOMPILED names headers of warplab_precompile(); without it, those of the standard library.
# ALONE is for tests that compare processor time: threads of other tests on the same core lengthen it.
function(warplab_test name)
  cmake_parse_arguments(ARG "OPTIMIZED;ALONE" "LABEL;PRECOMPILED" "UNITS;SOURCES;LINKS" ${ARGN})
  set(files ${ARG_UNITS})
  list(TRANSFORM files APPEND _test.cpp)
  add_executable(test_${name} ${files} ${ARG_SOURCES})
  warplab_together(test_${name})
  if(NOT ARG_OPTIMIZED)
    warplab_test_options(test_${name} ${ARG_PRECOMPILED})
  endif()
  target_link_libraries(test_${name} PRIVATE warplab_flags warplab_doctest_main fmt::fmt ${ARG_LINKS})
  target_compile_definitions(test_${name} PRIVATE
    WARPLAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WARPLAB_BINARY_DIR="${PROJECT_BINARY_DIR}")

  # tests_unit, tests_cli, ...: the test programs of one label and the programs that they run, for builds
  # that need no more; tests_threads: those in which several threads meet; tests_fast: those of the rooms that read
  # what people write.
  set(groups tests_${ARG_LABEL})
  if(name MATCHES "^(sim|sim_observe|worker|worker_lock)$")
    list(APPEND groups tests_threads)
  elseif(name MATCHES "^(data|exercise|ptx|source|words)$")
    if(NOT TARGET tests_fast)
      add_custom_target(tests_fast)
    endif()
    add_dependencies(tests_fast test_${name})
  endif()
  foreach(group IN LISTS groups)
    if(NOT TARGET ${group})
      add_custom_target(${group} DEPENDS warplab-worker grader)
    endif()
    add_dependencies(${group} test_${name})
  endforeach()

  # Sanitizers slow a program down several times; the limit only has to end what hangs.
  set(timeout 120)
  if(WARPLAB_SANITIZE)
    set(timeout 600)
  endif()
  list(TRANSFORM ARG_UNITS REPLACE ".*/" "")
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake)
  add_custom_command(TARGET test_${name} POST_BUILD BYPRODUCTS ${list} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:test_${name}> -D NAME=${name}
            "-DUNITS=${ARG_UNITS}" -D LABEL=${ARG_LABEL} -D TIMEOUT=${timeout} -D ALONE=${ARG_ALONE} -D LIST=${list}
            -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ListTestCases.cmake)
  # Read by ctest, which says of a program that is not built that it is not built.
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
                        "  add_test(\"${name}: is not built\" not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
