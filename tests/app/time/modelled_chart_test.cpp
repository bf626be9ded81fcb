// What is said of a modelled time: limits, parts, occupancy, and whether a measurement agrees.
#include "time/modelled_chart.hpp"

#include <doctest/doctest.h>

#include "sample_lab.hpp"
#include "sample_models.hpp"
#include "sample_timing.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using Of = ModelledLaunch::Of;
using Says = ModelledLimit::Says;

namespace {

exercise::Gate time_gate(const std::string& name, std::string_view metric, double limit) {
  exercise::Gate made;
  made.name = name;
  made.metric = metric;
  (metric == exercise::kTimeMetric ? made.max : made.min) = limit;
  made.unit = metric == exercise::kTimeMetric ? "us" : "of the yardstick";
  return made;
}

exercise::SizeSet size_of(exercise::SizeSet::Purpose purpose, int64_t n) {
  exercise::SizeSet size;
  size.purpose = purpose;
  size.label = "n " + std::to_string(n);
  size.values = {{"n", n}};
  size.names = {"n"};
  return size;
}

std::shared_ptr<exercise::Exercise> transpose() {
  auto made = std::make_shared<exercise::Exercise>();
  made->variants = {{"default", {}}};
  made->launches.resize(1);
  made->launches[0].kernel = made->launches[0].name = "transpose";
  made->sizes = {size_of(exercise::SizeSet::Purpose::graded, 2048),
                 size_of(exercise::SizeSet::Purpose::gpu, 4096)};
  made->gates = {time_gate("under 840 us", exercise::kTimeMetric, 840),
                 time_gate("fast", exercise::kYardstickFractionMetric, 0.8)};
  made->gates[0].gpu = "Tesla T4";
  return made;
}

WhatIfAnswer answered(const std::shared_ptr<exercise::Exercise>& exercise, double us,
                      double spread = 1.25, const std::string& gpu = "Tesla T4", int64_t n = 4096) {
  WhatIfQuestion question;
  question.exercise = exercise;
  question.variant = "default";
  question.sizes = {{"n", n}};
  question.gpu.name = gpu;
  return sample_answer(question, us, spread);
}

void add_yardstick(WhatIfAnswer& answer, double us) {
  answer.launches.push_back({Of::yardstick, "transpose", 0, false, sample_model(us), 0});
}

verdict::Timing measured(double us, const std::string& where = "n 4096") {
  verdict::Timing timing = sample_timing(us);
  timing.gpu = "NVIDIA H200";
  timing.variant = "default";
  timing.where = where;
  return timing;
}

}  // namespace

TEST_CASE("a limit holds or fails where the whole range is on one side, and is open else") {
  const auto exercise = transpose();
  CHECK(modelled_limits(*exercise, answered(exercise, 600))[0].says == Says::holds);
  CHECK(modelled_limits(*exercise, answered(exercise, 1600))[0].says == Says::fails);
  const ModelledLimit open = modelled_limits(*exercise, answered(exercise, 832))[0];
  CHECK(open.says == Says::open);
  CHECK(open.text == "at most 840 us");
  CHECK(open.sentence ==
        "modelled 832.0 us (665.6 us to 1040 us): the limit lies within this range, so it is open");
  const ModelledLimit above = modelled_limits(*exercise, answered(exercise, 2157.8))[0];
  // As the grader's report says it (number_text_test.cpp).
  CHECK(above.sentence.starts_with("modelled 2158 us ("));
}

TEST_CASE("a limit for another GPU or at another size says so") {
  const auto exercise = transpose();
  const ModelledLimit other =
      modelled_limits(*exercise, answered(exercise, 60, 1.3, "NVIDIA L4"))[0];
  CHECK(other.says == Says::silent);
  CHECK(other.for_gpu == "Tesla T4");
  const ModelledLimit small =
      modelled_limits(*exercise, answered(exercise, 60, 1.3, "Tesla T4", 1024))[0];
  CHECK(small.says == Says::silent);
  CHECK(small.for_gpu.empty());
  CHECK(small.sentence == "The limit is for n 4096.");
}

TEST_CASE("a limit in parts of the yardstick allows what its model says, at any size") {
  const auto exercise = transpose();
  WhatIfAnswer answer = answered(exercise, 100, 1.25, "NVIDIA L4", 1024);
  CHECK(modelled_limits(*exercise, answer)[1].says == Says::silent);
  add_yardstick(answer, 200);
  const ModelledLimit holds = modelled_limits(*exercise, answer)[1];
  CHECK(*holds.allowed_us == doctest::Approx(250));
  CHECK(holds.says == Says::holds);
  CHECK(holds.sentence == "modelled 2.00 of it (2.00 to 2.00): all of this range keeps the limit");
  answer.launches[0].model.ratio_spread = 3;
  CHECK(modelled_limits(*exercise, answer)[1].says == Says::open);
  answer.launches[0].model.time_us = 2000;
  CHECK(modelled_limits(*exercise, answer)[1].says == Says::fails);
}

TEST_CASE("a gate of another variant is not shown") {
  const auto exercise = transpose();
  exercise->gates[0].variant = "swapped";
  CHECK(modelled_limits(*exercise, answered(exercise, 100)).size() == 1);
}

TEST_CASE("a launch of which no block fits has no time, and its limit says why") {
  const auto exercise = transpose();
  WhatIfAnswer answer = answered(exercise, 100);
  answer.launches[0].model.possible = false;
  CHECK_FALSE(modelled_time(answer, 0));
  CHECK(modelled_limits(*exercise, answer)[0].sentence == "No block of it fits this GPU.");
  answer.launches[0].model.why_not = "It waits for what another block writes.";
  CHECK(modelled_limits(*exercise, answer)[0].sentence ==
        "It waits for what another block writes.");
}

TEST_CASE(
    "a measured time in the range agrees, and one outside of it is told with the difference") {
  const auto exercise = transpose();
  const WhatIfAnswer answer = answered(exercise, 80, 1.25, "NVIDIA H200");
  const auto inside = measured_beside(*exercise, measured(90), answer);
  REQUIRE(inside);
  CHECK(inside->agrees);
  CHECK(inside->sentence ==
        "The model of this GPU says 80.0 us (64.0 us to 100.0 us): what was measured lies in this "
        "range.");
  const auto outside = measured_beside(*exercise, measured(160), answer);
  REQUIRE(outside);
  CHECK_FALSE(outside->agrees);
  CHECK(outside->sentence.find("0.50 times what was measured") != std::string::npos);
  CHECK(outside->sentence.find("outside of this range") != std::string::npos);
}

TEST_CASE("a measured time is compared with a model of the same launches only") {
  const auto exercise = transpose();
  const WhatIfAnswer answer = answered(exercise, 80, 1.25, "NVIDIA H200");
  CHECK_FALSE(measured_beside(*exercise, measured(80, "n 2048"), answer));
  verdict::Timing other = measured(80);
  other.gpu = "NVIDIA L4";
  CHECK_FALSE(measured_beside(*exercise, other, answer));
  other = measured(80);
  other.launch = "another";
  CHECK_FALSE(measured_beside(*exercise, other, answer));
  other = measured(80);
  other.source = verdict::Source::modelled;
  CHECK_FALSE(measured_beside(*exercise, other, answer));
  WhatIfAnswer tried = answer;
  tried.block_was_tried = true;
  CHECK_FALSE(measured_beside(*exercise, measured(80), tried));
}

TEST_CASE("parts have one bar each, and say which of them limits") {
  const model::LaunchModel model = sample_model(90);
  const std::vector<PartBar> bars = part_bars(model);
  CHECK(bars.size() == model::kPartCount);
  size_t limiting = 0;
  for (const PartBar& bar : bars) {
    CHECK_FALSE(bar.name.empty());
    CHECK_FALSE(advice_of(bar.part).empty());
    limiting += bar.limits ? 1 : 0;
    if (bar.part == model::Part::dram) CHECK((bar.limits && bar.us == doctest::Approx(60)));
    if (bar.part == model::Part::latency) CHECK(bar.limits_next);
  }
  CHECK(limiting == 1);
  CHECK(limiter_text(model) == "Limited by DRAM, and next by latency.");
}

TEST_CASE("occupancy is told in warps and blocks, with what limits it") {
  model::Occupancy occupancy = sample_model(90).occupancy;
  CHECK(occupancy_text(occupancy) ==
        "32 of 32 warps of a multiprocessor (100 %) in 1 block: threads limit it.");
  const auto rows = occupancy_rows(occupancy);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].limits);
  CHECK(*rows[3].blocks == 16);
  occupancy.blocks_by[2] = model::kNoLimit;
  CHECK_FALSE(occupancy_rows(occupancy)[2].blocks);
}

TEST_CASE("sizes stop at powers of two, halfway between them, and where the exercise is at home") {
  exercise::Exercise exercise = *transpose();
  exercise.sizes[0].values["n"] = 2000;
  exercise.sizes.push_back(size_of(exercise::SizeSet::Purpose::check, 60));
  const std::vector<SizeChoice> choices = size_choices(exercise);
  REQUIRE(choices.size() == 1);
  CHECK(choices[0].name == "n");
  CHECK(choices[0].stops == std::vector<int64_t>{64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
                                                 2000, 2048, 3072, 4096});
  CHECK(first_sizes(exercise) == exercise::Values{{"n", 4096}});
}

TEST_CASE("a block that would be too large gives way in its other directions") {
  exercise::Exercise exercise;
  exercise.student_chooses_block = true;
  exercise.max_block = {1024, 1024, 64};
  exercise.max_block_threads = 1024;
  CHECK(block_stops(exercise, 0).back() == 1024);
  CHECK(block_stops(exercise, 2).back() == 64);
  CHECK(with_extent(exercise, {32, 8, 1}, 0, 64) == Dim3{64, 8, 1});
  CHECK(with_extent(exercise, {32, 32, 1}, 0, 256) == Dim3{256, 4, 1});
  CHECK(block_text({32, 8, 1}) == "32 x 8");
}

TEST_CASE("kernels under the roofs: the student's first, by what was counted of each") {
  const auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/exercises/33-transpose-conflict-free");
  REQUIRE(loaded);
  const auto exercise = std::make_shared<exercise::Exercise>(*loaded);
  WhatIfQuestion question;
  question.exercise = exercise;
  question.variant = exercise->variants[0].name;
  question.sizes = first_sizes(*exercise);
  WhatIfAnswer answer = sample_answer(question, 832);
  answer.launches.push_back(
      {Of::reference, "transpose_conflict_free", 0, false, sample_model(2000), 134217728});
  add_yardstick(answer, 700);
  verdict::ExerciseResult result;
  CHECK(modelled_roofline(*exercise, result, answer, 0).points.empty());
  verdict::VariantCounters counted;
  counted.variant = question.variant;
  counted.completed = true;
  counted.launches.resize(1);
  counted.launches[0].total[sim::Counter::thread_instructions] = 1024 * 1024 * 16;
  counted.launches[0].reference.emplace();
  (*counted.launches[0].reference)[sim::Counter::thread_instructions] = 1024 * 1024 * 8;
  result.counters = {counted};
  const Roofline roofline = modelled_roofline(*exercise, result, answer, 0);
  REQUIRE(roofline.points.size() == 2);
  CHECK(roofline.points[0].mark == RoofPoint::Mark::own);
  CHECK(roofline.points[0].per_byte == doctest::Approx(2));
  CHECK(roofline.points[0].per_second == doctest::Approx(2 * 134217728 / 832e-6));
  CHECK(roofline.points[1].mark == RoofPoint::Mark::reference);
  CHECK(roofline.points[1].per_byte == doctest::Approx(1));
}
