# warplab_test(ptx_parser LABEL unit SOURCES ptx_parser_test.cpp LINKS warplab::ptx)
# makes the doctest program test_ptx_parser and registers each of its test cases with CTest.
include(doctest)
function(warplab_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LINKS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE warplab_flags doctest::doctest ${ARG_LINKS})
  target_compile_definitions(test_${name} PRIVATE
    DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
    WARPLAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WARPLAB_BINARY_DIR="${PROJECT_BINARY_DIR}")
  doctest_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 120)
endfunction()
