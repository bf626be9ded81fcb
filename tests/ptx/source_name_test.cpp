#include "ptx/source_name.hpp"

#include <doctest/doctest.h>

#include <string>

using warplab::ptx::source_name;

TEST_CASE("a name that is not mangled stays as it is") {
  CHECK(source_name("counter") == "counter");
  CHECK(source_name("_P") == "_P");
  CHECK(source_name("") == "");
  CHECK(source_name("_Z") == "_Z");
}

TEST_CASE("a shared array has the name that stands in its kernel") {
  CHECK(source_name("_ZZ2trE4tile") == "tile");
  CHECK(source_name("_ZZ4tilePfE4tile") == "tile");         // named like its kernel
  CHECK(source_name("_ZZ2_PPfPKfE1b") == "b");              // in a kernel called _P
  CHECK(source_name("_ZZ6secondPfE2_P") == "_P");           // an array called _P
  CHECK(source_name("_ZZ6bufferIfEPT_vE4data") == "data");  // in a template
  CHECK(source_name("_ZZ5thirdIfLi32EEvPT_E4tile") == "tile");
}

TEST_CASE("parameters of types that came before do not hide the name") {
  CHECK(source_name("_ZZ5pairsP4PairS0_PKS_E5pairs") == "pairs");
  CHECK(source_name("_ZZ5pairsP4PairS0_PKS_E4tile") == "tile");
}

TEST_CASE("a name behind parameters whose text doubles with each costs no more than its length") {
  // pair<A, A>, pair of two of those, ...: written out it would have 2^60 names.
  std::string symbol = "_ZZ1f1A";
  for (int i = 0; i < 60; ++i) {
    const std::string before =
        i == 0 ? "S_" : "S" + std::string(1, "13579BDFHJLNPRTVXZ"[(i - 1) % 18]) + "_";
    symbol += "4pairI" + before + before + "E";
  }
  CHECK(source_name(symbol + "E4tile") == "tile");
}

TEST_CASE("arrays with one name in one kernel share it") {
  CHECK(source_name("_ZZ6fourthE4tile_0") == "tile");
  CHECK(source_name("_ZZ6fourthE4tile__10_") == "tile");
  CHECK(source_name("_ZZ6fourthE6tile_0") == "tile_0");
}

TEST_CASE("a variable in a namespace has its own name") {
  CHECK(source_name("_ZN2ns7counterE") == "counter");
  CHECK(source_name("_ZN30_INTERNAL_00000000_4_k_cu_tile2ns5shadeE") == "shade");
  CHECK(source_name("_ZZZ3lamPfENKUliE_clEiE9in_lambda") == "in_lambda");
}

TEST_CASE("a name that looks mangled and is not stays as it is") {
  CHECK(source_name("_ZZ99999999999999999999E9") == "_ZZ99999999999999999999E9");
  CHECK(source_name("_ZNE") == "_ZNE");
  CHECK(source_name("_ZZE0") == "_ZZE0");
}

TEST_CASE("what an array or a struct is split into has its name") {
  CHECK(source_name("_ZZ1kE5count_$_0") == "count");
  CHECK(source_name("_ZN2ns5countE_$_1") == "count");
  CHECK(source_name("count_$_0") == "count");
}
