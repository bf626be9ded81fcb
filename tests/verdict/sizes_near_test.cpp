#include "verdict/sizes_near.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "planned_matrix.hpp"
#include "ptx/parser.hpp"
#include "ptx/size_decisions.hpp"
#include "verdict/run_plan.hpp"

using namespace warplab;
using planned::matrix;
using verdict::plan_runs;
using verdict::PlannedRun;
using Purpose = exercise::SizeSet::Purpose;

namespace {

// The values of `name` in the runs that constants add to those of the matrix.
std::set<int64_t> values_added(const std::vector<int64_t>& constants, const std::string& name) {
  const exercise::Exercise e = matrix();
  std::vector<PlannedRun> runs = plan_runs(e, 1, "its text");
  const size_t before = runs.size();
  std::set<int64_t> values, known;
  for (const PlannedRun& run : runs) known.insert(run.size.values.at(name));
  verdict::add_runs_near(runs, {constants, {}}, e, 1, "its text");
  CHECK(runs.back().graded);
  for (size_t i = before - 1; i + 1 < runs.size(); ++i) {
    CHECK(runs[i].sample);
    CHECK_FALSE(runs[i].graded);
    CHECK(runs[i].progress_end <= runs[i + 1].progress_end);
    if (!known.contains(runs[i].size.values.at(name))) values.insert(runs[i].size.values.at(name));
  }
  return values;
}

}  // namespace

TEST_CASE("a constant of the kernel is tried as a size, one less and one more") {
  const std::set<int64_t> rows = values_added({1000}, "rows"), cols = values_added({1000}, "cols");
  for (const int64_t value : {999, 1000, 1001}) {
    CHECK(rows.contains(value));
    CHECK(cols.contains(value));
  }
}

TEST_CASE("a constant is no size where it is larger than any of the exercise") {
  CHECK(values_added({1'000'000, 5000}, "rows").empty());
  CHECK(values_added({}, "rows").empty());
  CHECK(values_added({2048}, "rows").empty());  // 2047 is drawn in any case
  CHECK(values_added({2046}, "rows") == std::set<int64_t>{2045, 2046});
}

namespace {

// What a kernel of the matrix's launch decides, from the steps in front of `ret`.
verdict::SizeHints hints_of(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry {}(.param .u64 a, .param .u32 rows, .param .u32 cols) {{
  .reg .pred %p, %q, %s;
  .reg .b32 %rows, %cols, %x, %y;
  ld.param.u32 %rows, [rows];
  ld.param.u32 %cols, [cols];
  {}
  ret;
}})",
                                             matrix().launches[0].kernel, steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return {{}, {{matrix().launches[0].kernel, ptx::size_decisions(module->functions[0])}}};
}

// The sizes of the runs that it adds to those of the matrix.
std::vector<exercise::Values> sizes_added(const verdict::SizeHints& hints) {
  const exercise::Exercise e = matrix();
  std::vector<PlannedRun> runs = plan_runs(e, 1, "its text");
  const size_t before = runs.size();
  verdict::add_runs_near(runs, hints, e, 1, "its text");
  std::vector<exercise::Values> sizes;
  for (size_t i = before - 1; i + 1 < runs.size(); ++i) sizes.push_back(runs[i].size.values);
  return sizes;
}

}  // namespace

TEST_CASE("what a kernel decides by its sizes is run both ways") {
  const auto product =
      sizes_added(hints_of("mul.lo.s32 %x, %rows, %cols; setp.eq.s32 %p, %x, 1147;"));  // 31 x 37
  REQUIRE(product.size() == 1);
  CHECK(product[0].at("rows") * product[0].at("cols") == 1147);
  const auto hash =
      sizes_added(hints_of("mul.lo.s32 %x, %rows, -1640531535; shr.u32 %y, %x, 25;"
                           "setp.eq.s32 %p, %y, 91;"));
  REQUIRE(hash.size() == 1);
  const uint32_t mixed = static_cast<uint32_t>(hash[0].at("rows")) * 2654435761u;
  CHECK(mixed / (1u << 25) == 91);
}

TEST_CASE("what two decisions come to together is run, too") {
  const auto both = sizes_added(
      hints_of("setp.eq.s32 %p, %rows, 37; setp.eq.s32 %q, %cols, 23; and.pred %s, %p, %q;"));
  CHECK(std::ranges::any_of(
      both, [](const auto& v) { return v.at("rows") == 37 && v.at("cols") == 23; }));
}

TEST_CASE("what all sizes decide alike, or the planned ones both ways, adds no run") {
  CHECK(sizes_added(hints_of("setp.lt.s32 %p, %rows, 1;")).empty());
  CHECK(sizes_added(hints_of("setp.lt.s32 %p, %rows, %cols;")).empty());
  CHECK(sizes_added(hints_of("and.b32 %x, %rows, 1; setp.eq.s32 %p, %x, 0;")).empty());
  CHECK(sizes_added({}).empty());
}

namespace {

// The matrix, graded at 256 x 256, whose rows are numbered in a buffer of their own; it may be
// long.
exercise::Exercise long_matrix() {
  exercise::Exercise e = matrix();
  e.sizes[2].values = {{"rows", 256}, {"cols", 256}};
  exercise::SizeSet on_gpu = e.sizes[2];
  on_gpu.purpose = Purpose::gpu;
  on_gpu.values = {{"rows", 1'000'000}, {"cols", 4096}};
  e.sizes.push_back(on_gpu);
  exercise::Buffer& numbers = e.buffers.emplace_back();
  numbers.name = "numbers";
  numbers.shape = {*exercise::Expression::parse("rows")};
  return e;
}

// The sizes beyond `constants` that they add.
std::vector<exercise::Values> sizes_added_beyond(
    const std::vector<int64_t>& constants, const exercise::Exercise& exercise = long_matrix()) {
  std::vector<PlannedRun> runs = plan_runs(exercise, 1, "its text");
  verdict::add_runs_near(runs, {constants, {}}, exercise, 1, "its text");
  std::vector<exercise::Values> sizes;
  for (const PlannedRun& run : runs)
    if (run.most_work > 0) {
      CHECK(run.sample);
      sizes.push_back(run.size.values);
    }
  return sizes;
}

int64_t elements(const exercise::Values& size) { return size.at("rows") * size.at("cols"); }

}  // namespace

TEST_CASE("beyond a number that no run comes to there is one with more elements of each buffer") {
  const auto sizes = sizes_added_beyond({100'000});
  REQUIRE(sizes.size() >= 2);
  CHECK(elements(sizes[0]) > 60'000);  // and the threads beside it
  CHECK(elements(sizes[0]) < 200'000);
  CHECK(std::ranges::any_of(sizes, [](const auto& s) { return elements(s) > 100'000; }));
  CHECK(sizes.back().at("rows") > 100'000);
  CHECK(sizes.back().at("cols") == 1);  // which numbers does not need
}

TEST_CASE("of several such numbers the largest that is cheap enough is taken") {
  const auto sizes = sizes_added_beyond({70'000, 300'000, 1 << 24, 1'000'000'000});
  REQUIRE(!sizes.empty());
  CHECK(elements(sizes[0]) > 250'000);
  CHECK(elements(sizes[0]) < 600'000);
  CHECK(sizes_added_beyond({1 << 24}).empty());
}

TEST_CASE("no size goes beyond a number that planned runs go beyond") {
  CHECK(sizes_added_beyond({7}).empty());
  CHECK(sizes_added_beyond({}).empty());
}

TEST_CASE("no direction is longer than the exercise has it, or of another step, or of one value") {
  exercise::Exercise e = long_matrix();
  e.sizes.back().values = {{"rows", 300}, {"cols", 4096}};
  for (exercise::SizeSet& size : e.sizes)
    if (size.purpose == Purpose::drawn) size.ranges["cols"].step = 32;
  const auto sizes = sizes_added_beyond({100'000}, e);
  REQUIRE(!sizes.empty());
  for (const auto& size : sizes) {
    CHECK(size.at("rows") <= 300);
    CHECK(size.at("cols") % 32 == 1);
  }
  e.sizes.back().values = {{"rows", 300}, {"cols", 300}};
  CHECK(sizes_added_beyond({100'000}, e).empty());
  e = long_matrix();
  for (exercise::SizeSet& size : e.sizes)
    if (size.purpose == Purpose::drawn) size.ranges["rows"] = {64, 64, 1};
  for (const auto& size : sizes_added_beyond({100'000}, e)) CHECK(size.at("rows") == 64);
}

TEST_CASE("beyond what a byte holds there are more blocks in each direction, whatever is named") {
  const exercise::Exercise e = matrix();  // of blocks of 32 x 8
  const auto blocks = [](const exercise::Values& size) {
    return std::pair((size.at("cols") + 31) / 32, (size.at("rows") + 7) / 8);
  };
  const auto beyond = [&](const std::vector<exercise::Values>& sizes, int64_t number) {
    return std::pair(
        std::ranges::any_of(sizes, [&](const auto& s) { return blocks(s).first > number; }),
        std::ranges::any_of(sizes, [&](const auto& s) { return blocks(s).second > number; }));
  };
  // Planned runs have 256 blocks below each other, and 64 side by side.
  CHECK(beyond(sizes_added_beyond({256}, e), 256) == std::pair(true, true));
  CHECK(beyond(sizes_added_beyond({128}, e), 128) == std::pair(true, false));
  CHECK(sizes_added_beyond({32}, e).empty());
  for (const exercise::Values& size : sizes_added_beyond({256}, e)) {
    CHECK(elements(size) < 20'000);
    CHECK(elements(size) % 2 == 1);
  }
  // A short holds as many rows, and so many blocks would cost too much.
  const auto in_short = sizes_added_beyond({32'768}, e);
  CHECK(std::ranges::any_of(in_short, [](const auto& s) { return s.at("rows") > 32'768; }));
  CHECK(std::ranges::any_of(in_short, [](const auto& s) { return s.at("cols") > 32'768; }));
  // Any other number of that kind says nothing of blocks.
  CHECK(beyond(sizes_added_beyond({3000}, e), 256) == std::pair(false, false));
}

TEST_CASE("a side that no grid grows with, or of one value, is no longer for a byte") {
  exercise::Exercise e = matrix();
  e.launches[0].grid = {*exercise::Expression::parse("ceil_div(cols, 32)")};
  for (const exercise::Values& size : sizes_added_beyond({256}, e)) CHECK(size.at("rows") <= 2048);
  e = matrix();
  for (exercise::SizeSet& size : e.sizes)
    if (size.purpose == Purpose::drawn) size.ranges["rows"] = {64, 64, 1};
  for (const exercise::Values& size : sizes_added_beyond({256}, e)) CHECK(size.at("rows") == 64);
}

TEST_CASE("where a grid covers both ways round of a matrix, a byte's blocks cost too much") {
  exercise::Exercise e = matrix();
  const exercise::Expression blocks = *exercise::Expression::parse("ceil_div(max(rows, cols), 32)");
  e.launches[0].grid = {blocks, blocks};
  e.launches[0].block = {exercise::Expression(32), exercise::Expression(32)};
  CHECK(sizes_added_beyond({256}, e).empty());
}

TEST_CASE("sizes that are planned already are not tried again for a constant") {
  const exercise::Exercise e = matrix();
  std::vector<PlannedRun> runs = plan_runs(e, 1, "its text");
  const size_t before = runs.size();
  verdict::add_runs_near(runs, {{1000}, {}}, e, 1, "its text");
  const size_t after = runs.size();
  CHECK(after == before + 6);
  verdict::add_runs_near(runs, {{1000}, {}}, e, 1, "its text");
  CHECK(runs.size() == after);
}

TEST_CASE("many constants add no more than 24 runs, which the file draws") {
  const exercise::Exercise e = matrix();
  std::vector<int64_t> constants;
  for (int64_t c = 300; c < 2000; c += 10) constants.push_back(c);
  const auto added = [&](std::string_view source) {
    std::vector<PlannedRun> runs = plan_runs(e, 1, source);
    const size_t before = runs.size();
    verdict::add_runs_near(runs, {constants, {}}, e, 1, source);
    CHECK(runs.size() <= before + 24);
    std::set<std::string> labels;
    for (size_t i = before - 1; i + 1 < runs.size(); ++i) labels.insert(runs[i].size.label);
    CHECK(labels.size() > 12);
    return labels;
  };
  CHECK(added("one text") == added("one text"));
  CHECK(added("one text") != added("another text"));
}
