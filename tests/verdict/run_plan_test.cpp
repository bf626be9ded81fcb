#include "verdict/plan/run_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "planned_matrix.hpp"

using namespace warplab;
using planned::matrix;
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
exercise::Exercise sample() {
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

// Of one size: one less and one more than whole blocks, any, a long one and a small one.
constexpr size_t kDrawn = 5;

// For how many of twenty files does one of the drawn checks have rows and cols that `holds` is true
// for?
template <class F>
int files_with(const exercise::Exercise& exercise, F holds) {
  int files = 0;
  for (int i = 0; i < 20; ++i) {
    const auto runs = plan_runs(exercise, 1, "kernel " + std::to_string(i));
    files += std::any_of(runs.begin(), runs.end(), [&](const PlannedRun& run) {
      return run.size.purpose == Purpose::drawn &&
             holds(run.size.values.at("rows"), run.size.values.at("cols"));
    });
  }
  return files;
}

}  // namespace

TEST_CASE("checks come first, then what is drawn for the file, then the graded size") {
  const exercise::Exercise exercise = sample();
  const auto runs = plan_runs(exercise, 1, "kernel");
  REQUIRE(runs.size() == 2 * (2 * 2) + 2 * kDrawn + 2);
  CHECK(runs.front().size.values.at("n") == 7);
  CHECK_FALSE(runs.front().seed.drawn);
  CHECK(runs.front().seed.value == 1);
  CHECK(runs[2].seed.value == 2);
  for (size_t i = 8; i < runs.size(); ++i) CHECK(runs[i].seed.drawn);
  CHECK(runs.back().graded);
  CHECK(runs.back().size.values.at("n") == 512);
}

TEST_CASE("variants of a size run on the same data") {
  const exercise::Exercise exercise = sample();
  const auto runs = plan_runs(exercise, 1, "kernel");
  for (size_t i = 0; i < runs.size(); i += 2) {
    CHECK(runs[i].has_data_of(runs[i + 1]));
    CHECK(runs[i].variant != runs[i + 1].variant);
    if (i > 0) CHECK_FALSE(runs[i].has_data_of(runs[i - 1]));
  }
}

TEST_CASE("a file gets the same sizes and inputs every time, and another file others") {
  const exercise::Exercise exercise = sample();
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
  CHECK(inputs.size() == 4 * (kDrawn + 1));
}

TEST_CASE("another seed grades at another size, the same for every file") {
  const exercise::Exercise exercise = sample();
  std::set<int64_t> graded;
  for (uint64_t seed = 2; seed < 40; ++seed) {
    const int64_t n = plan_runs(exercise, seed, "kernel").back().size.values.at("n");
    CHECK(n == plan_runs(exercise, seed, "another").back().size.values.at("n"));
    graded.insert(n);
  }
  CHECK(graded == std::set<int64_t>{256, 512, 768, 1024});
}

TEST_CASE("sizes that do not fit together are drawn again") {
  exercise::Exercise exercise = sample();
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
  CHECK(drawn == 4 * 2 * kDrawn);
}

TEST_CASE("about half of the drawn sizes have inputs of few values") {
  const exercise::Exercise one_side = sample(), two_sides = matrix();
  for (const exercise::Exercise* exercise : {&one_side, &two_sides}) {
    std::vector<PlannedRun> drawn = of_purpose(plan_runs(*exercise, 1, "kernel"), Purpose::drawn);
    std::erase_if(drawn, [&](auto& run) { return run.variant != &exercise->variants.front(); });
    const auto few = std::ranges::count(drawn, exercise::kFewValues, &PlannedRun::seed_index);
    CHECK(few >= 3);
    CHECK(drawn.size() - static_cast<size_t>(few) >= 2);
  }
}

TEST_CASE("where numbers may be near 0, one drawn size has such") {
  exercise::Exercise exercise = sample();
  const auto of_small_numbers = [&] {
    return std::ranges::count(plan_runs(exercise, 1, "kernel"), exercise::kSmallNumbers,
                              &PlannedRun::seed_index);
  };
  const size_t runs = plan_runs(exercise, 1, "kernel").size();
  CHECK(of_small_numbers() == 0);
  exercise::Buffer buffer;
  buffer.fill.small_by = 24;
  exercise.buffers.push_back(buffer);
  CHECK(of_small_numbers() == 2);  // variants
  CHECK(plan_runs(exercise, 1, "kernel").size() == runs);
}

TEST_CASE("every file meets ragged, long, thin and large matrices") {
  const exercise::Exercise e = matrix();
  CHECK(files_with(e, [](int64_t rows, int64_t) { return rows % 32 == 31; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t) { return rows > 32 && rows % 32 == 1; }) == 20);
  CHECK(files_with(e, [](int64_t, int64_t cols) { return cols % 32 == 31; }) == 20);
  CHECK(files_with(e, [](int64_t, int64_t cols) { return cols > 32 && cols % 32 == 1; }) == 20);
  const auto ragged = [](int64_t n) { return n % 32 == 1 || n % 32 == 31; };
  CHECK(files_with(e, [&](int64_t rows, int64_t cols) {
          return rows >= 1024 && ragged(rows) && cols < 16;
        }) == 20);
  CHECK(files_with(e, [&](int64_t rows, int64_t cols) {
          return cols >= 1024 && ragged(cols) && rows < 16;
        }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows > 1 && cols == 1; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows == 1 && cols > 1; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows > 200 && cols > 200; }) >= 18);
}

TEST_CASE("sizes where indices of few bits and halved sizes go wrong are tried with every file") {
  exercise::Exercise e = matrix();
  // All ones in binary: sums by halves, and counts of bits.
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows == 2047 && cols == 1; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows == 1 && cols == 2047; }) == 20);
  // All but one lane of the last warp, of all elements together; or one.
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows * cols % 32 == 31; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) {
          return rows > 1 && cols > 1 && rows * cols % 32 == 1;
        }) >= 18);
  // Not where the exercise names none so large.
  const auto is_wide = [](int64_t, int64_t cols) { return cols > 65535; };
  CHECK(files_with(e, is_wide) == 0);
  exercise::SizeSet gpu = e.sizes[2];
  gpu.purpose = Purpose::gpu;
  gpu.values["cols"] = 262144;
  e.sizes.push_back(gpu);
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows == 1 && cols == 65537; }) == 20);
  CHECK(files_with(e, [](int64_t rows, int64_t) { return rows > 65535; }) == 0);
}

TEST_CASE("a drawn check that nobody named costs little beside the graded run") {
  const exercise::Exercise e = matrix();
  const auto elements = [](const PlannedRun& run) {
    return run.size.values.at("rows") * run.size.values.at("cols");
  };
  for (int i = 0; i < 20; ++i) {
    int64_t all = 0;
    for (const PlannedRun& run : of_purpose(plan_runs(e, 1, std::to_string(i)), Purpose::drawn)) {
      CHECK(elements(run) <= 2048 * 2048 / 32);
      all += elements(run);
    }
    CHECK(all < 2048 * 2048 / 16);
  }
}

TEST_CASE("sizes that an author names are drawn long, and never beyond what was named") {
  exercise::Exercise e = matrix();
  e.sizes.back().derived = false;
  e.sizes.back().ranges["rows"] = {32, 512, 32};  // kernels that count on whole tiles stay right
  for (int i = 0; i < 20; ++i)
    for (const PlannedRun& run : of_purpose(plan_runs(e, 1, std::to_string(i)), Purpose::drawn)) {
      CHECK(run.size.values.at("rows") % 32 == 0);
      CHECK(run.size.values.at("rows") <= 512);
      CHECK(run.size.values.at("cols") <= 129);
    }
  CHECK(files_with(e, [](int64_t rows, int64_t cols) { return rows >= 256 && cols < 16; }) == 20);
}

TEST_CASE("sizes that nobody named are not drawn much larger than the checks") {
  exercise::Exercise exercise = sample();
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
  exercise::Exercise exercise = sample();
  std::erase_if(exercise.sizes,
                [](const exercise::SizeSet& s) { return s.purpose != Purpose::graded; });
  CHECK(plan_runs(exercise, 1, "kernel").size() == 2);
}

namespace {

// The drawn sizes of `matrix()` at which counters are judged again: steps of 32.
exercise::Exercise counted_matrix() {
  exercise::Exercise e = matrix();
  exercise::SizeSet counted = e.sizes[2];
  counted.purpose = Purpose::counted;
  counted.ranges = {{"rows", {160, 480, 32}}, {"cols", {160, 480, 32}}};
  e.sizes.push_back(counted);
  exercise::Gate gate;
  gate.expression = *exercise::MetricExpression::parse("warp_instructions");
  gate.max = 1;
  e.gates = {gate};
  return e;
}

std::vector<PlannedRun> counted_again(const std::vector<PlannedRun>& runs) {
  std::vector<PlannedRun> found;
  for (const PlannedRun& run : runs)
    if (run.counted_again) found.push_back(run);
  return found;
}

}  // namespace

TEST_CASE("counters are judged again where the matrix is wide and where it is tall") {
  const exercise::Exercise exercise = counted_matrix();
  std::set<int64_t> rows;
  int far_apart = 0;
  for (int i = 0; i < 20; ++i) {
    const auto runs = plan_runs(exercise, 1, "kernel " + std::to_string(i));
    const auto again = counted_again(runs);
    REQUIRE(again.size() == 2);
    const auto& wide = again[0].size.values;
    const auto& tall = again[1].size.values;
    CHECK(wide.at("rows") < wide.at("cols"));
    CHECK(tall.at("rows") > tall.at("cols"));
    CHECK(wide.at("cols") / 32 % 2 == 1);
    CHECK(tall.at("rows") / 32 % 2 == 1);
    far_apart += wide.at("cols") > 2 * wide.at("rows");
    for (const PlannedRun& run : again) {
      CHECK(run.size.values.at("rows") % 32 == 0);
      CHECK(run.seed.drawn);
      CHECK_FALSE(run.graded);
      rows.insert(run.size.values.at("rows"));
    }
    CHECK(runs.back().graded);
    CHECK(counted_again(plan_runs(exercise, 1, "kernel " + std::to_string(i)))[0].has_data_of(
        again[0]));
  }
  CHECK(rows.size() > 5);
  CHECK(far_apart > 15);
}

TEST_CASE("of one range counters are judged again at one size, odd where the graded one is even") {
  const auto numbers = [](int64_t graded, int64_t step) {
    exercise::Exercise exercise = counted_matrix();
    exercise.sizes[2].values["cols"] = graded;
    for (exercise::SizeSet& size : exercise.sizes) size.ranges.erase("rows");
    exercise.sizes.back().ranges = {{"cols", {150, 301, step}}};
    std::vector<int64_t> cols;
    for (const PlannedRun& run : counted_again(plan_runs(exercise, 1, "kernel")))
      cols.push_back(run.size.values.at("cols"));
    return cols;
  };
  const std::vector<int64_t> odd = numbers(2048, 1), even = numbers(2047, 1);
  REQUIRE(odd.size() == 1);
  REQUIRE(even.size() == 1);
  CHECK(odd[0] % 2 == 1);
  CHECK(even[0] % 2 == 0);
  CHECK(numbers(2048, 32).size() == 1);
}

TEST_CASE("counters are judged again only for gates over counters, and only at another size") {
  exercise::Exercise exercise = counted_matrix();
  exercise.gates.front().reported = true;
  CHECK(counted_again(plan_runs(exercise, 1, "kernel")).empty());
  exercise = counted_matrix();
  for (auto& [name, range] : exercise.sizes.back().ranges) range = {2048, 2048, 32};
  CHECK(counted_again(plan_runs(exercise, 1, "kernel")).empty());
}

TEST_CASE("one size has odd sides where those at which counters are judged again are even") {
  exercise::Exercise exercise = counted_matrix();
  exercise::SizeSet ragged = exercise.sizes.back();
  ragged.purpose = Purpose::ragged;
  ragged.ranges = {{"rows", {70, 140, 1}}, {"cols", {70, 140, 1}}};
  exercise.sizes.push_back(ragged);
  std::set<int64_t> rows;
  for (int i = 0; i < 20; ++i) {
    const auto again = counted_again(plan_runs(exercise, 1, "kernel " + std::to_string(i)));
    REQUIRE(again.size() == 3);
    CHECK_FALSE(again[1].ragged);
    CHECK(again[2].ragged);
    for (const auto& [name, value] : again[2].size.values) CHECK(value % 2 == 1);
    rows.insert(again[2].size.values.at("rows"));
  }
  CHECK(rows.size() > 5);
  exercise.gates.front().reported = true;
  CHECK(counted_again(plan_runs(exercise, 1, "kernel")).empty());
}

TEST_CASE("a file has twelve drawn sizes at most, those at which counters are judged among them") {
  exercise::Exercise exercise = counted_matrix();
  exercise::SizeSet ragged = exercise.sizes.back();
  ragged.purpose = Purpose::ragged;
  exercise.sizes.push_back(ragged);
  const auto drawn = [&] {
    const auto runs = plan_runs(exercise, 1, "kernel");
    return std::ranges::count_if(runs, [](auto& run) { return run.seed.drawn && !run.graded; });
  };
  CHECK(drawn() == 12);
  for (exercise::SizeSet& size : exercise.sizes) {  // of three sides
    size.names.emplace_back("inner");
    size.values["inner"] = 16;
    if (!size.ranges.empty()) size.ranges["inner"] = {1, 64, 1};
  }
  CHECK(drawn() == 12);
  CHECK(counted_again(plan_runs(exercise, 1, "kernel")).size() == 3);
}
