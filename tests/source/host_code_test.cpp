#include "source/host_code.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace warplab::source;

namespace {

// With single blanks in the place of many, and no empty lines.
std::string left_of(std::string_view source) {
  const std::string text = without_host_code(source);
  CHECK(text.size() == source.size());
  CHECK(std::ranges::count(text, '\n') == std::ranges::count(source, '\n'));
  std::string left;
  for (const char c : text)
    if ((c != ' ' && c != '\n') || (!left.empty() && left.back() != ' ' && left.back() != '\n'))
      left += c;
  while (!left.empty() && (left.back() == '\n' || left.back() == ' ')) left.pop_back();
  return left;
}

const std::string kKernel = "__global__ void k(P* p, int n) { int sum = f(n); p[sum].x = N; }";

}  // namespace

TEST_CASE("what kernels do not name is set aside, and what they name stays") {
  CHECK(left_of(kKernel + "\nint main() { return 0; }\nvoid g();\nint runs = 0, *more;\n") ==
        kKernel);
  const std::string named =
      "struct P { float x; };\nconst int N = 4;\n__device__ int f(int n) { return n; }\n";
  CHECK(left_of(named + "std::vector<P> all(3);\nusing std::cout;\n" + kKernel) == named + kKernel);
  // A local variable is no function of the same name.
  CHECK(left_of("int sum(int n) { return n; }\n" + kKernel) == kKernel);
  // By way of each other, also of a macro.
  const std::string chain = "int a() { return 1; }\nint b() { return a(); }\n#define N b()\n";
  CHECK(left_of(chain + kKernel) == chain + kKernel);
}

TEST_CASE("namespaces and classes lose what is the host's in them") {
  CHECK(left_of("namespace m { void g() {} __device__ int f(int n) { return n; } }\n" + kKernel) ==
        "namespace m { __device__ int f(int n) { return n; } }\n" + kKernel);
  CHECK(left_of("struct P { float x; void print() const { g(); } };\n" + kKernel) ==
        "struct P { float x; };\n" + kKernel);
  CHECK(left_of("class Timer { Timer(int n) : n_{n} {} ~Timer() {} int n_; };\n" + kKernel) ==
        kKernel);
}

TEST_CASE("directives and macros with arguments stay, and so does what is no declaration") {
  for (const std::string stays :
       {"WARPLAB_BLOCK(32, 8, 1);", "static_assert(sizeof(int) == 4);", "using namespace std;",
        "p[0] = 1;", "if (n) return;", "not a declaration", "__constnt__ float a;", "flaot b = 1;",
        "#define HERE __device__\nHERE int v;"})
    CHECK(left_of(kKernel + "\n" + stays) == kKernel + "\n" + stays);
  CHECK(left_of("int main() {\n#ifdef X\n  g();\n#endif\n}\n" + kKernel) ==
        "#ifdef X\n#endif\n" + kKernel);
  // Nobody knows where main() ends.
  CHECK(left_of(kKernel + "\nint main() { if (1) { }") == kKernel + "\nint main() { if (1) { }");
}
