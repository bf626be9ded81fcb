#include "compile/statement_slips.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using warplab::compile::statement_slips;
using warplab::compile::StatementSlip;
using warplab::test::contains;

namespace {

std::vector<StatementSlip> slips_of(const std::string& statements) {
  return statement_slips("__global__ void k(int* a, int i, int n) {\n" + statements + "\n}\n");
}

void check_one(const std::string& statements, const std::string& words) {
  CAPTURE(statements);
  const std::vector<StatementSlip> slips = slips_of(statements);
  REQUIRE(slips.size() == 1);
  CHECK_MESSAGE(contains(slips[0].message, words), slips[0].message);
}

}  // namespace

TEST_CASE("a condition that stores is told with what it stores in") {
  check_one("if (i = n) return;", "\"i = n\" stores into i,");
  check_one("if (a[i] = 0) a[i] = 1;", "\"a[i] = 0\" stores into a[i],");
  check_one("while (i = n - 1) --n;", "\"i = n - 1\" stores into i,");
  check_one("if (int k = n; i = k) return;", "\"i = k\" stores into i,");
  check_one("do { --n; } while (*a = n);", "\"*a = n\" stores into *a,");
}

TEST_CASE("a condition that compares, declares, or stores on purpose is left alone") {
  for (const char* statement :
       {"if (i == n) return;", "if (i >= n) return;", "if (i <= n || i != 3) return;",
        "if ((i = n)) return;", "if (int k = n) return;", "if (const int* p = a) return;",
        "while (i = atomicAdd(a, 1)) {}", "if (i += n) return;", "for (i = 0; i < n; ++i) {}",
        "if (a[i = n] > 3) return;", "if (i < n) a[i] = n;"}) {
    CAPTURE(statement);
    CHECK(slips_of(statement).empty());
  }
}

TEST_CASE("a semicolon that ends an if, or a loop in front of a block, is told") {
  check_one("if (i < n);\n  a[i] = 1;", "the ; after this if ends it");
  check_one("if (i < n); {\n  a[i] = 1;\n}", "the ; after this if");
  check_one("for (int k = 0; k < n; ++k); {\n  a[i] += k;\n}", "the ; after this for");
  check_one("while (i < n); { ++i; }", "the ; after this while");
}

TEST_CASE("a loop that waits, the end of a do and an else are no such slips") {
  for (const char* statement :
       {"while (atomicCAS(a, 0, 1) != 0);", "for (; a[0] == 0; );\n  a[i] = 1;",
        "do { ++i; } while (i < n);\n  { a[i] = 1; }", "if (i < n) ; else a[i] = 1;",
        "if (i < n) {}", "if (i < n) a[i] = 1;"}) {
    CAPTURE(statement);
    CHECK(slips_of(statement).empty());
  }
}

TEST_CASE("slips come in the order of the file, with their places") {
  const std::string source = "void f(int i) {\n  if (i < 3) { if (i = 1); }\n}\n";
  const std::vector<StatementSlip> slips = statement_slips(source);
  REQUIRE(slips.size() == 2);
  CHECK(slips[0].offset == source.find("i = 1"));
  CHECK(slips[1].offset == source.find("; }"));
}
