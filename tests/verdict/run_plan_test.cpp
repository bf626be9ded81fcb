#include "verdict/run_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace warplab;
using verdict::plan_runs;
using verdict::PlannedRun;

namespace {

exercise::SizeSet size(exercise::SizeSet::Purpose purpose, int64_t n) {
  exercise::SizeSet made;
  made.purpose = purpose;
  made.values = {{"n", n}};
  made.names = {"n"};
  made.label = exercise::size_label(made);
  return made;
}

// n is 7 and 9, drawn from 1 to 1000 for each file, and graded at 512, or 256 to 1024 by seed.
exercise::Exercise made_up() {
  using Purpose = exercise::SizeSet::Purpose;
  exercise::Exercise e;
  e.check_seeds = {1, 2};
  e.variants = {{"plain", {{"flag", 0}}}, {"flagged", {{"flag", 1}}}};
  e.sizes = {size(Purpose::check, 7), size(Purpose::check, 9), size(Purpose::graded, 512),
             size(Purpose::drawn, 1)};
  e.sizes[2].ranges["n"] = {256, 1024, 256};
  e.sizes[3].ranges["n"] = {1, 1000, 1};
  return e;
}

std::vector<PlannedRun> of_purpose(const std::vector<PlannedRun>& runs,
                                   exercise::SizeSet::Purpose purpose) {
  std::vector<PlannedRun> found;
  for (const PlannedRun& run : runs)
    if (run.size.purpose == purpose) found.push_back(run);
  return found;
}

using Purpose = exercise::SizeSet::Purpose;

}  // namespace

TEST_CASE("checks come first, then what is drawn for the file, then the graded size") {
  const exercise::Exercise exercise = made_up();
  const auto runs = plan_runs(exercise, 1, "kernel");
  REQUIRE(runs.size() == 2 * (2 * 2) + 2 * (2 + 24) + 2);
  CHECK(runs.front().size.values.at("n") == 7);
  CHECK_FALSE(runs.front().seed.drawn);
  CHECK(runs.front().seed.value == 1);
  CHECK(runs[2].seed.value == 2);
  for (size_t i = 8; i < runs.size(); ++i) CHECK(runs[i].seed.drawn);
  CHECK(runs.back().graded);
  CHECK(runs.back().size.values.at("n") == 512);
}

TEST_CASE("variants of a size run on the same data") {
  const exercise::Exercise exercise = made_up();
  const auto runs = plan_runs(exercise, 1, "kernel");
  for (size_t i = 0; i < runs.size(); i += 2) {
    CHECK(runs[i].has_data_of(runs[i + 1]));
    CHECK(runs[i].variant != runs[i + 1].variant);
    if (i > 0) CHECK_FALSE(runs[i].has_data_of(runs[i - 1]));
  }
}

TEST_CASE("a file gets the same sizes and inputs every time, and another file others") {
  const exercise::Exercise exercise = made_up();
  std::set<int64_t> sizes;
  std::set<uint64_t> inputs;
  for (const char* source : {"kernel a", "kernel b", "kernel c", "kernel d"}) {
    const auto runs = plan_runs(exercise, 1, source), again = plan_runs(exercise, 1, source);
    for (size_t i = 0; i < runs.size(); ++i) CHECK(runs[i].has_data_of(again[i]));
    for (const PlannedRun& run : of_purpose(runs, Purpose::drawn)) {
      sizes.insert(run.size.values.at("n"));
      inputs.insert(run.seed.value);
    }
    inputs.insert(runs.back().seed.value);
    CHECK(runs.back().size.values.at("n") == 512);  // that of the statement
  }
  CHECK(sizes.size() >= 6);
  CHECK(inputs.size() == 4 * (2 + 24 + 1));
}

TEST_CASE("another seed grades at another size, the same for every file") {
  const exercise::Exercise exercise = made_up();
  std::set<int64_t> graded;
  for (uint64_t seed = 2; seed < 40; ++seed) {
    const int64_t n = plan_runs(exercise, seed, "kernel").back().size.values.at("n");
    CHECK(n == plan_runs(exercise, seed, "another").back().size.values.at("n"));
    graded.insert(n);
  }
  CHECK(graded == std::set<int64_t>{256, 512, 768, 1024});
}

TEST_CASE("sizes that do not fit together are drawn again") {
  exercise::Exercise exercise = made_up();
  exercise::Buffer buffer;
  buffer.name = "out";
  buffer.role = exercise::Buffer::Role::output;
  buffer.shape = {*exercise::Expression::parse("n % 2 == 0 ? n : 0")};  // only even sizes
  exercise.buffers = {buffer};
  int drawn = 0;
  for (const char* source : {"kernel a", "kernel b", "kernel c", "kernel d"})
    for (const PlannedRun& run : of_purpose(plan_runs(exercise, 1, source), Purpose::drawn)) {
      CHECK(run.size.values.at("n") % 2 == 0);
      ++drawn;
    }
  CHECK(drawn == 4 * 2 * (2 + 24));
}

TEST_CASE("many small sizes are drawn for their inputs, half of which have few values") {
  const exercise::Exercise exercise = made_up();
  int samples = 0, of_few_values = 0;
  for (const PlannedRun& run : plan_runs(exercise, 1, "kernel")) {
    if (!run.sample) continue;
    ++samples;
    of_few_values += run.seed_index == exercise::kFewValues;
    CHECK(run.seed.drawn);
    CHECK_FALSE(run.graded);
    CHECK(run.size.values.at("n") <= 1 + 999 / 4);
  }
  CHECK(samples == 2 * 24);
  CHECK(of_few_values == samples / 2);
}

TEST_CASE("sizes that nobody named are not drawn much larger than the checks") {
  exercise::Exercise exercise = made_up();
  exercise.sizes = {size(Purpose::check, 100), size(Purpose::graded, 512), size(Purpose::drawn, 1)};
  exercise.sizes[2].ranges["n"] = {1, 1'000'000, 1};
  exercise::Buffer buffer;
  buffer.name = "out";
  buffer.shape = {*exercise::Expression::parse("n")};
  exercise.buffers = {buffer};
  const auto largest = [&] {
    int64_t n = 0;
    for (const char* source : {"kernel a", "kernel b", "kernel c", "kernel d"})
      for (const PlannedRun& run : of_purpose(plan_runs(exercise, 1, source), Purpose::drawn))
        n = std::max(n, run.size.values.at("n"));
    return n;
  };
  CHECK(largest() > 100'000);  // an author's own range is what was meant
  exercise.sizes[2].derived = true;
  CHECK(largest() <= 400);
}

TEST_CASE("an exercise cut down to its graded size, as for pictures, has no drawn checks") {
  exercise::Exercise exercise = made_up();
  std::erase_if(exercise.sizes,
                [](const exercise::SizeSet& s) { return s.purpose != Purpose::graded; });
  CHECK(plan_runs(exercise, 1, "kernel").size() == 2);
}
