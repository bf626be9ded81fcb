// doctest and its main(), once for all test programs: compiling them takes longer than most tests
// do.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
