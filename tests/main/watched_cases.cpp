// Run one by one, by the tests in CMakeLists.txt: some of these are meant to fail.
#include <doctest/doctest.h>

#include <vector>

#include "skip.hpp"

TEST_CASE("asserts") { CHECK(1 + 1 == 2); }

TEST_CASE("loops over nothing") {
  for (const int one : std::vector<int>()) CHECK(one == 1);
}

TEST_CASE("is skipped") { warplab_test::skip("nothing is missing"); }

TEST_CASE("fails and is skipped") {
  CHECK(1 + 1 == 3);
  warplab_test::skip("nothing is missing");
}
