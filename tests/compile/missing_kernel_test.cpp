#include "compile/missing_kernel.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using warplab::compile::why_no_kernel;
using warplab::test::contains;

TEST_CASE("a kernel that is missing is told by what the source has in its place") {
  const std::string head = "(const float* in, int n)";
  CHECK(contains(why_no_kernel("__device__ void copy" + head + " {\n}\n", "copy"),
                 "on line 1 it is a function that kernels call"));
  CHECK(contains(why_no_kernel("\ntemplate <typename T>\n__global__ void copy(T a) {\n}\n", "copy"),
                 "on line 3 it is a template"));
  CHECK(contains(why_no_kernel("extern \"C\" __global__ void copy" + head + ";\n", "copy"),
                 "line 1 declares it and does not say what it does"));
}

TEST_CASE("of a kernel, a variable and a name that is only used nothing is told") {
  for (const char* source :
       {"extern \"C\" __global__ void copy(int n) {\n}\n",
        "__global__ void copy(int n);\n__global__ void copy(int n) {\n}\n",
        "__device__ int copy = 3;\n", "__global__ void k(int n) { copy(n); }\n", ""}) {
    CAPTURE(source);
    CHECK(why_no_kernel(source, "copy").empty());
  }
}
