// No kind of finding, counter or gate is without its explanation.
#include "lens/explanation.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "words/text.hpp"

#include "exercise/exercise.hpp"

using namespace warplab;
using lens::Explanation;

namespace {

size_t sentences(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i)
    count += text[i] == '.' && (i + 1 == text.size() || text[i + 1] == ' ');
  return count;
}

void check_text(const Explanation& text) {
  const std::string_view why = words::template_of(text.why), look = words::template_of(text.look);
  CAPTURE(std::string(why));
  CHECK(sentences(why) == 2);
  CHECK(why.ends_with('.'));
  CHECK(why.size() < 400);
  CHECK(sentences(look) == 1);
  CHECK(look.ends_with('.'));
}

verdict::GateResult gate(std::string name, std::string metric) {
  verdict::GateResult made;
  made.name = std::move(name);
  made.metric = std::move(metric);
  return made;
}

}  // namespace

TEST_CASE("every kind of finding is explained in two sentences, each in its own") {
  std::set<data::LabSays> texts;
  for (size_t k = 0; k < sim::kFindingKindCount; ++k) {
    const Explanation& text = lens::explanation_of(static_cast<sim::FindingKind>(k));
    check_text(text);
    texts.insert(text.why);
  }
  CHECK(texts.size() == sim::kFindingKindCount);
}

TEST_CASE("every counter of a launch and of a buffer is explained") {
  for (size_t k = 0; k < data::kCounterCount; ++k)
    check_text(lens::explanation_of(static_cast<data::Counter>(k)));
  for (size_t k = 0; k < data::kBufferCounterCount; ++k)
    check_text(lens::explanation_of(static_cast<data::BufferCounter>(k)));
}

TEST_CASE("every built-in gate is explained") {
  for (const exercise::BuiltInGate& built_in : exercise::kBuiltInGates) {
    const Explanation* const text =
        lens::explanation_of(gate(std::string(built_in.metric), std::string(built_in.metric)));
    REQUIRE(text != nullptr);
    check_text(*text);
  }
  for (const char* name : {"compiles", "same_on_gpu", "right_when_timed", "plausible_time"})
    CHECK(lens::explanation_of(gate(name, name)) != nullptr);
}

TEST_CASE("every gate of the exercises that are shipped is explained") {
  const auto entries = exercise::load_all(WARPLAB_SOURCE_DIR "/exercises");
  REQUIRE(entries);
  size_t gates = 0;
  for (const exercise::Entry& entry : *entries) {
    REQUIRE(entry.exercise);
    for (const exercise::Gate& of : entry.exercise->gates) {
      CAPTURE(entry.exercise->slug);
      CAPTURE(of.metric);
      const Explanation* const text = lens::explanation_of(gate(of.name, of.metric));
      CHECK(text != nullptr);
      gates += text != nullptr;
    }
  }
  CHECK(gates > 50);
}

TEST_CASE("a gate is explained by what its metric counts first") {
  using Link = Explanation::Link;
  const auto link = [](const char* metric) {
    return lens::explanation_of(gate("x", metric))->link;
  };
  CHECK(link("global.load.sectors / global.load.requests") == Link::sectors);
  CHECK(link("shared.bank_conflicts") == Link::banks);
  CHECK(link("in.atomic.requests") == Link::atomics);
  CHECK(link("warp_instructions / n") == Link::statement);
  CHECK(lens::explanation_of(gate("x", "reference.global.sectors * rows")) == nullptr);
}

TEST_CASE("a gate that a finding fails is explained by what was found") {
  sim::Finding finding;
  finding.kind = sim::FindingKind::misaligned;
  auto failed = gate("in_bounds", "in_bounds");
  failed.finding = finding;
  CHECK(lens::explanation_of(failed) == &lens::explanation_of(sim::FindingKind::misaligned));
  failed.finding.reset();
  CHECK(lens::explanation_of(failed) == &lens::explanation_of(sim::FindingKind::out_of_bounds));
}

TEST_CASE("what goes to other memory, or too little through shared memory, is told for itself") {
  const auto of = [](const char* metric, bool at_least) {
    auto made = gate("x", metric);
    made.limit_is_minimum = at_least;
    return lens::explanation_of(made);
  };
  CHECK(of("global.sectors - a.sectors", false) != of("global.sectors", false));
  CHECK(of("shared.wavefronts", true) != of("shared.wavefronts", false));
  check_text(*of("global.sectors - a.sectors", false));
  check_text(*of("shared.wavefronts", true));
  auto elsewhere = gate("x", "global.sectors");
  elsewhere.is_consequence = true;
  CHECK(lens::explanation_of(elsewhere) == nullptr);
}
