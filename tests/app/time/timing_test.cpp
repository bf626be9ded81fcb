// The timing tab: its numbers and sentences, and that it draws in every state.
#include "time/timing_chart.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample_timing.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using verdict::Status;

namespace {

exercise::Gate time_gate(const std::string& name, std::string_view metric, double limit) {
  exercise::Gate made;
  made.name = name;
  made.metric = metric;
  (metric == exercise::kTimeMetric ? made.max : made.min) = limit;
  made.unit = metric == exercise::kTimeMetric ? "us" : "of a copy";
  return made;
}

// The student's launch moves what the whole run does; the given one has a load.
void count_two_launches(verdict::VariantCounters& counted) {
  verdict::CountedLaunch columns, rows;
  columns.name = "columns";
  columns.kernel = "column_sums";
  rows.name = "rows";
  rows.kernel = "row_sums";
  rows.spec = 1;
  rows.given = true;
  columns.total = counted.total;
  rows.total[sim::Counter::global_load_requests] = 64;
  rows.total[sim::Counter::global_load_sectors] = 256;
  columns.lines[7] = columns.total;
  rows.lines[3] = rows.total;
  counted.launches = {columns, rows};
}

exercise::Exercise timed_exercise() {
  exercise::Exercise made;
  made.variants = {{}};
  made.gates = {time_gate("as fast as the memory", exercise::kCopyFractionMetric, 0.41),
                time_gate("under 840 us", exercise::kTimeMetric, 840)};
  return made;
}

Attempt attempt_with(const std::string& gpu, const std::string& what, double median_us) {
  Attempt made;
  made.gpu = gpu;
  if (!gpu.empty()) made.times = {{what, median_us, median_us, median_us, 0.5, 100, true, 2}};
  return made;
}

}  // namespace

TEST_CASE("a limit in parts of a copy becomes the time it allows, and one in microseconds stays") {
  const exercise::Exercise exercise = timed_exercise();
  const auto limits = limits_of(exercise, timed_result(), sample_timing());
  REQUIRE(limits.size() == 2);
  CHECK(limits[0].text == "at least 0.41 of a copy");
  REQUIRE(limits[0].us);
  CHECK(*limits[0].us == doctest::Approx(79.7 * 0.471 / 0.41).epsilon(0.01));
  CHECK(limits[0].status == Status::pass);
  CHECK(limits[1].us == 840.0);
  CHECK_FALSE(limits[0].is_time);
  CHECK(limits[1].is_time);
}

TEST_CASE("a limit in parts of the yardstick allows as much, and the yardstick is told beside it") {
  exercise::Exercise exercise = timed_exercise();
  exercise.gates[0].metric = exercise::kYardstickFractionMetric;
  exercise.gates[0].min = 0.8;
  exercise.gates[0].unit = "of the yardstick";
  verdict::Timing timing = sample_timing();
  CHECK(yardstick_text(exercise, timing).empty());
  CHECK_FALSE(limits_of(exercise, timed_result(), timing)[0].us);
  timing.yardstick.emplace().time_us = {76, 77, 78, 79};
  const auto limits = limits_of(exercise, timed_result(), timing);
  CHECK(limits[0].text == "at least 0.8 of the yardstick");
  CHECK(*limits[0].us == doctest::Approx(78 / 0.8));
  CHECK(yardstick_text(exercise, timing) ==
        "The yardstick, a stream of as many bytes in the same grid and blocks, takes 78.0 us (77.0 "
        "us to 79.0 us): this is 0.98 of its speed");
  exercise.yardstick_file = "yardstick.cu";
  CHECK(
      yardstick_text(exercise, timing).starts_with("The yardstick, the exercise's yardstick.cu,"));
}

TEST_CASE("a limit for another GPU has no time here, and one of another variant is not shown") {
  exercise::Exercise exercise = timed_exercise();
  verdict::ExerciseResult result = timed_result();
  verdict::GateResult other = left_out_gate("under 840 us", "the limit is for the Tesla T4");
  other.metric = "time";
  result.gates.push_back(other);
  const auto limits = limits_of(exercise, result, sample_timing());
  CHECK_FALSE(limits[1].applies);
  CHECK_FALSE(limits[1].us);
  CHECK(limits[1].reason == "The limit is for the Tesla T4.");
  exercise.gates[0].variant = "another";
  CHECK(limits_of(exercise, result, sample_timing()).size() == 1);
}

TEST_CASE("a limit that a model of another GPU decided has no time among measured ones") {
  const exercise::Exercise exercise = timed_exercise();
  verdict::ExerciseResult result = timed_result();
  verdict::GateResult modelled = left_out_gate("under 840 us", "");
  modelled.metric = "time";
  modelled.applies = true;
  modelled.status = Status::pass;
  modelled.source = verdict::Source::modelled;
  modelled.gpu = "Tesla T4";
  result.gates.push_back(modelled);
  const auto limits = limits_of(exercise, result, sample_timing());
  CHECK(limits[1].status == Status::pass);
  CHECK(limits[1].modelled_for == "Tesla T4");
  CHECK_FALSE(limits[1].us);
  CHECK(limits[0].us);
}

TEST_CASE("a time stands, or it is said why not") {
  verdict::Timing timing = sample_timing();
  CHECK(standing_of(timing).kind == Standing::Kind::stable);
  CHECK(standing_of(timing).text.starts_with("Stable: "));
  timing.kernel.unstable = "The copies differ.";
  CHECK(standing_of(timing).kind == Standing::Kind::unstable);
  CHECK(standing_of(timing).text == "Unstable, run it again: The copies differ.");
  timing.impossible = data::as_it_is("Too fast to be true.");
  CHECK(standing_of(timing).kind == Standing::Kind::impossible);
  CHECK(standing_of(timing).text == "Too fast to be true.");
}

TEST_CASE("what was thrown away is said, and that nothing was") {
  verdict::Timing timing = sample_timing();
  CHECK(sampling_text(timing) ==
        "30 samples, 2 thrown away for a low clock; 1 round; clock 1980 MHz");
  timing.kernel.discarded = 0;
  timing.kernel.clock_mhz = 0;
  timing.batch = 8;
  timing.kernel.rounds = 2;
  CHECK(sampling_text(timing) == "30 samples of 8 runs each, none thrown away; 2 rounds");
}

TEST_CASE("a kernel lies below the roof by its part of the copy's bandwidth") {
  const verdict::Timing timing = sample_timing();
  const RooflinePoint point = roofline_point(3, static_cast<double>(timing.bytes),
                                             timing.kernel.time_us.median, timing.copy_fraction);
  CHECK(point.per_second / (point.per_byte * copy_bandwidth(timing)) ==
        doctest::Approx(timing.copy_fraction));
  CHECK(copy_bandwidth(verdict::Timing{}) == 0);
}

TEST_CASE("a timing is called by its variant and launch, where there is more than one") {
  verdict::Timing timing = sample_timing();
  CHECK(name_of(timing).empty());
  timing.variant = "default";
  timing.launch = "columns";
  CHECK(name_of(timing) == "columns");
  timing.variant = "coalesced";
  CHECK(name_of(timing) == "coalesced, columns");
}

TEST_CASE("the last time is that of an older attempt with the same name on the same GPU") {
  const std::vector<Attempt> attempts = {attempt_with("H200", "", 80), attempt_with("", "", 0),
                                         attempt_with("T4", "", 600),
                                         attempt_with("H200", "", 136)};
  const auto last = last_time(attempts, &attempts[0], "H200", "");
  REQUIRE(last);
  CHECK(last->median_us == 136);
  CHECK_FALSE(last_time(attempts, &attempts[3], "H200", ""));
  CHECK_FALSE(last_time(attempts, &attempts[0], "H200", "other"));
}

TEST_CASE("why there is no time is a gate's reason, or the given one") {
  verdict::ExerciseResult result;
  CHECK(why_no_time(result, "no time was measured, because there is no GPU") ==
        "No time was measured, because there is no GPU.");
  result.gates = {gate("correct", Status::not_checked),
                  left_out_gate("fast", "the limit is for the Tesla T4")};
  CHECK(why_no_time(result, "x") == "The limit is for the Tesla T4.");
}

TEST_CASE("accesses of one kind are added up over lines, global memory before shared") {
  LineCost first, second;
  first.accesses = {{AccessCost::Memory::shared, "shared load", 10, 320, 10, ""},
                    {AccessCost::Memory::global, "global load", 10, 40, 40, ""}};
  second.accesses = {{AccessCost::Memory::global, "global load", 5, 160, 20, ""}};
  const auto sums = access_sums({first, second});
  REQUIRE(sums.size() == 2);
  CHECK(sums[0].what == "global load");
  CHECK(sums[0].requests == 15);
  CHECK(sums[0].units == 200);
  CHECK(sums[0].ideal_units == 60);
  CHECK(sums[1].units == 320);
  CHECK(access_sums({}).empty());
}

TEST_CASE("small amounts are told in bytes, large ones in megabytes") {
  CHECK(bytes_text(8192) == "8192 bytes");
  CHECK(bytes_text(33.6e6) == "33.6 MB");
}

TEST_CASE("ticks are round numbers within the axis, and zero is not minus zero") {
  CHECK(ticks_between(0, 150, 4) == std::vector<double>{0, 50, 100, 150});
  CHECK_FALSE(std::signbit(ticks_between(0, 150, 4)[0]));
  CHECK(ticks_between(1, 1, 4).empty());
}

TEST_CASE("with times the tab has samples and a value under the mouse, and can be magnified") {
  Shown shown([](SampleLab& sample) {
    sample.change = [](exercise::Exercise& exercise) {
      exercise.variants = {{}};
      exercise.gates = timed_exercise().gates;
    };
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      return timed_result();
    };
  });
  shown.headless.click("run");
  shown.wait_for_run();
  shown.headless.click("Time");
  REQUIRE(shown.state.tab == Tab::time);
  CHECK(shown.headless.has("samples"));
  CHECK(shown.state.tabs.timing.samples.sample == -1);
  shown.headless.move_mouse(shown.headless.center_of("samples"));
  shown.headless.frames(2);
  CHECK(shown.state.tabs.timing.samples.sample > 5);
  CHECK(shown.state.tabs.timing.samples.sample < 25);
  shown.headless.click("magnified");
  CHECK(shown.state.tabs.timing.samples.magnified);
  shown.headless.click("from zero");
  CHECK_FALSE(shown.state.tabs.timing.samples.magnified);
}

TEST_CASE("without a GPU the tab shows what was counted instead, and before a run neither") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result = timed_result();
      result.gpu.reset();
      count_two_launches(result.counters[0]);
      return result;
    };
  });
  shown.headless.click("Time");
  CHECK_FALSE(shown.headless.has("count of global store in columns"));
  shown.headless.click("run");
  shown.wait_for_run();
  shown.state.tab = Tab::time;
  shown.headless.frames(3);
  CHECK(shown.headless.has("count of global store in columns"));
  CHECK(shown.headless.has("count of shared load in columns"));
  CHECK(shown.headless.has("count of global load in rows"));  // by itself: it is there to compare
  CHECK_FALSE(shown.headless.has("samples"));
}

TEST_CASE("a modelled time is no measured one: it has no samples to show") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result = timed_result();
      result.timings[0].source = verdict::Source::modelled;
      return result;
    };
  });
  shown.headless.click("run");
  shown.wait_for_run();
  shown.state.tab = Tab::time;
  shown.headless.frames(3);
  CHECK_FALSE(shown.headless.has("samples"));
  CHECK_FALSE(shown.headless.has("measured"));
}

TEST_CASE("a run that is too slow and nothing else leads to its times") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      return timed_result(2141);
    };
  });
  shown.headless.click("run");
  shown.wait_for_run();
  CHECK(shown.state.tab == Tab::result);
  shown.headless.click("next step");
  CHECK(shown.state.tab == Tab::time);
}

TEST_CASE("a library's time is told beside the kernel's, where there is one") {
  verdict::Timing timing = test::sample_timing(100);
  CHECK(library_text(timing).empty());
  timing.library.emplace().time_us = {24, 24, 25, 26};
  timing.library_name = "cuBLAS 13.0.2";
  CHECK(library_text(timing).starts_with("cuBLAS 13.0.2 takes 25.0 us (24.0 us to 26.0 us): "));
}
