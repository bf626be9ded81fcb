#include "results/gate_words.hpp"

#include <doctest/doctest.h>

#include "exercise/exercise.hpp"

using namespace warplab;
using namespace warplab::app;
using verdict::GateResult;

TEST_CASE("every built-in gate says what it asks for") {
  GateResult one;
  for (const exercise::BuiltInGate& row : exercise::kBuiltInGates) {
    one.metric = row.metric;
    CAPTURE(one.metric);
    CHECK(meaning_of(one).ends_with("."));
  }
  one.metric = "compiles";
  CHECK(meaning_of(one) == "The file is there, is text, and compiles.");
}

TEST_CASE("a gate over counters says what each of them counts, once, and of which buffer") {
  GateResult one;
  one.metric = "max(a.load.sectors, 2) / global.load.requests + global.load.requests";
  const std::string text = meaning_of(one);
  CHECK(text.find("a.load.sectors: Sectors of 32 bytes of a that its loads touch") == 0);
  const size_t first = text.find("global.load.requests: ");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("global.load.requests: ", first + 1) == std::string::npos);
  one.metric = "nobody.knows";
  CHECK(meaning_of(one).empty());
}
