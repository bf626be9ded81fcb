#include "source/declared_arrays.hpp"

#include <doctest/doctest.h>

#include <string>

using warplab::source::declared_arrays;
using warplab::source::declared_element;
using warplab::source::DeclaredArray;

namespace {

// An element of the array of that name, as `source` declares it.
std::string named(const char* source, const std::string& name, int64_t index) {
  for (const DeclaredArray& array : declared_arrays(source))
    if (array.name == name) return declared_element(array, index);
  return name + "[" + std::to_string(index) + "]";
}

}  // namespace

TEST_CASE("an element of a shared array has the indices that the file declares it with") {
  const char* const tile = "void k() { __shared__ float tile[32][33]; }";
  CHECK(named(tile, "tile", 1056) == "tile[32][0]");
  CHECK(named(tile, "tile", 34) == "tile[1][1]");
  CHECK(named(tile, "tile", 0) == "tile[0][0]");
  CHECK(named(tile, "tile", -1) == "tile[-1][32]");
  const char* const two =
      "constexpr int kTile = 16;\n__shared__ int a[kTile][kTile + 1], b[2][3][4];";
  CHECK(named(two, "a", 17) == "a[1][0]");
  CHECK(named(two, "b", 23) == "b[1][2][3]");
  CHECK(named("#define T 8\n__shared__ double a[T][T];", "a", 9) == "a[1][1]");
  CHECK(named("template <typename T> void k() { __shared__ T a[4][4]; }", "a", 5) == "a[1][1]");
}

TEST_CASE("so has one of an array outside of functions") {
  CHECK(named("__device__ short grid[7][9];", "grid", 31) == "grid[3][4]");
  CHECK(named("static __device__ volatile int flags[2][2] = {{1, 2}, {3, 4}};", "flags", 3) ==
        "flags[1][1]");
  CHECK(named("__constant__ float weights[3][3];", "weights", 5) == "weights[1][2]");
  // A parameter or a variable of a function of the same name is no other shape of it.
  CHECK(named("__device__ float at(const float t[8][8], int i) { float t2[3][3]; }\n"
              "void k() { __shared__ float t[4][4]; }",
              "t", 5) == "t[1][1]");
}

TEST_CASE("what is not known for certain is named as before") {
  // One index, or an array of another name.
  CHECK(named("__shared__ float tile[32];", "tile", 40) == "tile[40]");
  CHECK(named("__shared__ float tile[8][8];", "my_tile", 9) == "my_tile[9]");
  // Two shapes, an extent that is none of the file's constants, and one that has two values.
  CHECK(named("void a() { __shared__ float t[8][8]; } void b() { __shared__ float t[4][4]; }", "t",
              9) == "t[9]");
  CHECK(named("void a() { __shared__ float t[8][8]; } void b() { __shared__ float t; }", "t", 9) ==
        "t[9]");
  CHECK(named("__shared__ float t[N][N];", "t", 9) == "t[9]");
  CHECK(
      named("void a() { const int n = 4; __shared__ float t[n][n]; } void b() { const int n = 8; }",
            "t", 9) == "t[9]");
  // How large an element is cannot be told from the alignment.
  CHECK(named("struct Pair { float a, b, c; }; __shared__ Pair t[4][4];", "t", 5) == "t[5]");
  CHECK(named("__shared__ __align__(16) float t[4][4];", "t", 5) == "t[5]");
}
