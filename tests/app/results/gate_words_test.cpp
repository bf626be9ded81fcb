#include "results/gate_words.hpp"

#include <doctest/doctest.h>

#include "exercise/exercise.hpp"
#include "sample_lab.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using verdict::GateResult;
using verdict::Status;

namespace {

GateResult measured(const std::string& name, Status status, double value) {
  GateResult made = gate(name, status);
  made.metric = "global.sectors / global.requests";
  made.value = value;
  return made;
}

GateResult not_checked(const std::string& name, const std::string& why) {
  GateResult made = gate(name, Status::not_checked);
  made.says = verdict::not_checked(data::as_it_is(why));
  return made;
}

}  // namespace

TEST_CASE("what fails decides, and the rest is told by the reason or in one line") {
  const std::vector<GateResult> gates = {gate("compiles", Status::pass),
                                         gate("in_bounds", Status::fail),
                                         not_checked("correct", "it was stopped."),
                                         not_checked("loads", "it was stopped."),
                                         not_checked("races", "too much to look at."),
                                         gate("launches", Status::pass),
                                         measured("stores", Status::pass, 4)};
  const VerdictLevels levels = levels_of(gates);
  REQUIRE(levels.deciding.size() == 1);
  CHECK(levels.deciding[0]->name == "in_bounds");
  REQUIRE(levels.unchecked.size() == 2);
  CHECK(levels.unchecked[0].reason == "It was stopped.");
  CHECK(unchecked_sentence(levels.unchecked[0]) == "2 gates are not checked: correct, loads.");
  CHECK(unchecked_sentence(levels.unchecked[1]) == "1 gate is not checked: races.");
  REQUIRE(levels.measured.size() == 1);
  CHECK(levels.measured[0]->name == "stores");
  CHECK(conditions_sentence(levels.conditions) == "2 conditions pass: compiles, launches.");
}

TEST_CASE("where nothing fails what was not checked decides, and where all holds nothing does") {
  std::vector<GateResult> gates = {gate("compiles", Status::pass),
                                   not_checked("fast", "unstable.")};
  CHECK(levels_of(gates).deciding.size() == 1);
  CHECK(levels_of(gates).unchecked.empty());
  gates.pop_back();
  CHECK(levels_of(gates).deciding.empty());
  CHECK(conditions_sentence(levels_of(gates).conditions) == "1 condition passes: compiles.");
}

TEST_CASE("a gate that does not apply is in no level") {
  GateResult time = not_checked("fast", "there is no GPU.");
  time.applies = false;
  const std::vector<GateResult> gates = {time};
  const VerdictLevels levels = levels_of(gates);
  CHECK(levels.deciding.empty());
  CHECK(levels.unchecked.empty());
  CHECK(levels.conditions.empty());
}

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
