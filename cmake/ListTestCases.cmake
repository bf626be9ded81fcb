# Asks the doctest program PROGRAM for its test cases and writes LIST, a file for ctest with one test
# for each, called "NAME: case", or "NAME_chart: case" where UNITS says that chart_test.cpp is a unit of its own.
# Run by warplab_test() after the program is linked.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${PROGRAM} --list-test-cases --reporters=xml
                OUTPUT_VARIABLE output ERROR_VARIABLE error RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --list-test-cases failed (${status}):\n${output}${error}")
endif()

# A CMake list parts at semicolons and joins inside brackets: put neutral bytes in their place while
# the names are in a list.
string(ASCII 1 semicolon)
string(ASCII 2 open)
string(ASCII 3 close)
string(REPLACE ";" "${semicolon}" output "${output}")
string(REPLACE "[" "${open}" output "${output}")
string(REPLACE "]" "${close}" output "${output}")
string(REGEX MATCHALL "<TestCase name=\"[^\"]*\" filename=\"[^\"]*\"" cases "${output}")
if(NOT cases)
  message(FATAL_ERROR "${PROGRAM} has no test cases")
endif()

# Tests that need a GPU do not run beside each other: some of them take its time, and others all of it.
set(properties "LABELS ${LABEL} TIMEOUT ${TIMEOUT} SKIP_RETURN_CODE 77")
if(LABEL STREQUAL "gpu")
  string(APPEND properties " RESOURCE_LOCK gpu")
endif()

if(ALONE)
  string(APPEND properties " RUN_SERIAL ON")
endif()

# What a shell sees of the programs is the same on a machine with a GPU.
if(LABEL STREQUAL "cli")
  string(APPEND properties " ENVIRONMENT CUDA_VISIBLE_DEVICES=-1")
endif()

set(script "")
foreach(case IN LISTS cases)
  string(REGEX MATCH "^<TestCase name=\"(.*)\" filename=\".*/(.*)\"$" case "${case}")
  set(file "${CMAKE_MATCH_2}")
  set(case "${CMAKE_MATCH_1}")
  string(REPLACE "${semicolon}" ";" case "${case}")
  string(REPLACE "${open}" "[" case "${case}")
  string(REPLACE "${close}" "]" case "${case}")
  foreach(entity "&lt;=<" "&gt;=>" "&quot;=\"" "&apos;='" "&amp;=&")
    string(REGEX MATCH "^(&[a-z]+;)=(.)$" entity "${entity}")
    string(REPLACE "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" case "${case}")
  endforeach()
  # In doctest's filter `?` is any one byte: it stands for all that doctest or CMake would read as
  # something else than itself.
  string(REGEX REPLACE "[^A-Za-z0-9 _.:/=+<>()'-]" "?" filter "${case}")
  set(title "${NAME}: ${case}")
  set(selected "[===[--test-case=${filter}]===]")
  string(REGEX REPLACE "_test\\.cpp$" "" unit "${file}")
  if(unit IN_LIST UNITS)
    set(title "${NAME}_${unit}: ${case}")
    string(APPEND selected " --source-file=*/${file}")
  endif()
  string(APPEND script
    "add_test([===[${title}]===] [===[${PROGRAM}]===] ${selected} --case-sensitive=true)\n"
    "set_tests_properties([===[${title}]===] PROPERTIES ${properties}"
    " FAIL_REGULAR_EXPRESSION [===[test cases: +0 \\|]===])\n")
endforeach()
file(WRITE ${LIST} "${script}")
