#include "compile/expression_slips.hpp"

#include <doctest/doctest.h>

#include <string>

#include "temporary_folder.hpp"

using warplab::compile::expression_slips;
namespace source = warplab::source;
using warplab::compile::StatementSlip;
using warplab::test::contains;

namespace {

std::vector<StatementSlip> slips_of(const std::string& statement) {
  const std::string source = "__global__ void k(int* a, int i, int n) {\n" + statement + "\n}\n";
  return expression_slips(source::tokens_of(source), source);
}

void check_one(const std::string& statement, const std::string& words) {
  CAPTURE(statement);
  const std::vector<StatementSlip> slips = slips_of(statement);
  REQUIRE(slips.size() == 1);
  CHECK_MESSAGE(contains(slips[0].message, words), slips[0].message);
}

}  // namespace

TEST_CASE("comparisons in a chain are told with what they are, and with what is meant") {
  check_one("if (0 <= i < n) return;", "\"0 <= i < n\" compares what comes of \"0 <= i\"");
  check_one("if (0 <= i < n) return;", "Write 0 <= i && i < n.");
  check_one("if (n > a[i < 3] > 0) return;", "Write n > a[i < 3] && a[i < 3] > 0.");
  check_one("if (i == 1 || 0 < i + 1 <= n) return;", "Write 0 < i + 1 && i + 1 <= n.");
  check_one("const bool inside = 0 <= i < n;", "Write 0 <= i && i < n.");
  check_one("while (n > i >= 0) --i;", "Write n > i && i >= 0.");
}

TEST_CASE("comparisons that are joined, templates, shifts and pointers are no chain") {
  for (const char* statement :
       {"if (0 <= i && i < n) return;", "for (int k = 0; k < n; ++k) a[k] = k < 3;",
        "Tile<float, 32> tile;", "if (static_cast<int>(n) < i) return;", "a[i] = n << 2 << i;",
        "a[i] = n >> 2 >> 1;", "if (p->x < q->y) return;", "a[i] = i < n ? n < 3 : i < 2;",
        "std::array<std::array<float, 4>, 4> x;", "if (f(i < n) < 3) return;",
        "if ((i < n) < 3) return;", "if (i < n == n < 3) return;", "foo<1, 2><<<n, 3>>>(a);",
        "if (i < n and n < 4 or i < 2) return;", "template <int n, bool b = (n < 3)> void f();"}) {
    CAPTURE(std::string(statement));
    CHECK(slips_of(statement).empty());
  }
}

TEST_CASE(
    "a ^ between two numbers that looks like a power is told, and one that flips bits is not") {
  check_one("a[i] = n * 10^-1;", "^ is no power in C++");
  check_one("a[i] = 2^8;", "a shift, such as 1 << 8");
  for (const char* statement : {"a[i] = i ^ 2;", "a[i] = n ^ 10;", "a[i] = 0x10 ^ 3;",
                                "a[i] = 2 ^ n;", "a[i] ^= 2;", "a[i] = 5 ^ 3;"}) {
    CAPTURE(std::string(statement));
    CHECK(slips_of(statement).empty());
  }
}

TEST_CASE("an operator that is turned round is told, and a sign of a value is not") {
  check_one("n =+ a[i];", "\"=+\" stores the value, as = does; \"+=\" adds it.");
  check_one("a[i] =- n;", "\"-=\" subtracts it.");
  for (const char* statement : {"n = +a[i];", "n =-1;", "n = -1;", "n += a[i];", "n -= 1;",
                                "if (n ==+ 1) return;", "n <= - 1;", "n =+1;"}) {
    CAPTURE(std::string(statement));
    CHECK(slips_of(statement).empty());
  }
}

TEST_CASE("a fraction with a comma is told, and two numbers in a list are not") {
  check_one("a[i] = n + i * 0,1;", "A fraction has a point: 0.1f.");
  check_one("n = a[f(1, 2)] * 2,5;", "2.5f");
  for (const char* statement :
       {"int b[2] = {0,1};", "n = f(0,1);", "a[i] = b[0,1];", "n = 0, i = 1;", "int k = 0,m = 1;",
        "f(n = 2,1);", "for (i = 0,n = 1; i < n; ++i) {}", "dim3 d{1,2};", "n = g(f(2),3,4);"}) {
    CAPTURE(std::string(statement));
    CHECK(slips_of(statement).empty());
  }
}
