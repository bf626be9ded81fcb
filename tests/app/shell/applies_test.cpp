// Gates that do not apply, because there is no GPU: they count for nothing, and are shown quietly.
#include <doctest/doctest.h>

#include <tuple>

#include "results/messages.hpp"
#include "sample_lab.hpp"
#include "sample_timing.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using verdict::Status;

namespace {

verdict::ExerciseResult passed_but_for_times(bool with_times) {
  verdict::ExerciseResult result;
  result.verdict = Status::pass;
  result.score = 1;
  result.gates = {gate("correct", Status::pass), gate("race_free", Status::pass)};
  if (with_times) {
    result.gates.push_back(
        left_out_gate("as fast as the memory", "no time was measured, because there is no GPU"));
    result.gates.push_back(left_out_gate("under 840 us", "the limit is for the Tesla T4"));
  }
  return result;
}

// A gate over times that was measured.
// `begins`: how such a sentence begins where it is not the verdict's.
verdict::GateResult time_gate(Status status, data::GateSays begins, std::string message) {
  verdict::GateResult made = gate("as fast as the memory", status);
  made.source = verdict::Source::measured;
  made.says = data::say(begins);
  made.says += data::as_it_is(std::move(message));
  return made;
}

}  // namespace

TEST_CASE(
    "times that do not stand still are the verdict's news when all else holds, and else not") {
  verdict::ExerciseResult result = passed_but_for_times(false);
  result.verdict = Status::not_checked;
  result.gates.push_back(time_gate(Status::not_checked, data::GateSays::not_checked,
                                   "unstable, run it again. The copies differ."));
  CHECK(verdict_sentence(result, false) ==
        "Not judged: Unstable, run it again. The copies differ.");
  result.verdict = Status::fail;
  result.gates.push_back(gate("loads", Status::fail));
  CHECK(verdict_sentence(result, false) == "Not yet: loads is explained here.");
}

TEST_CASE("a kernel that is too slow leads to its time, one that the GPU contradicts nowhere") {
  verdict::ExerciseResult result = passed_but_for_times(false);
  result.verdict = Status::fail;
  result.gates.push_back(time_gate(Status::fail, data::GateSays::not_yet, "2141 us."));
  CHECK(verdict_sentence(result, false) == "Not yet: 2141 us.");
  CHECK(messages_of(result).back().severity == Severity::warning);
  CHECK(messages_of(result).back().next == NextStep::time);
  result.gates.back().metric = "same_on_gpu";
  result.gates.back().says = data::as_it_is("The GPU and the simulator disagree.");
  CHECK(messages_of(result).back().severity == Severity::error);
  CHECK(messages_of(result).back().from == "GPU");
  CHECK(messages_of(result).back().next == NextStep::none);
}

TEST_CASE("the checks show what was left out below the others") {
  for (const bool with_times : {true, false}) {
    Shown shown([&](SampleLab& sample) {
      sample.grade = [=](const exercise::Exercise&, const std::string&,
                         const verdict::GradeOptions&) { return passed_but_for_times(with_times); };
    });
    shown.headless.click("run");
    shown.wait_for_run();
    shown.headless.click("checks");
    shown.headless.frames(2);
    CHECK(shown.headless.has("left out as fast as the memory") == with_times);
    CHECK_FALSE(shown.headless.has("gate as fast as the memory"));
    if (with_times)
      CHECK(shown.headless.center_of("left out under 840 us").y >
            shown.headless.center_of("gate race_free").y);
  }
}

TEST_CASE("a profile that holds is one check, and a press shows its gates") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result = passed_but_for_times(false);
      result.keeps = {{"each element once", "Every element is moved once."}, {"no busywork", ""}};
      for (const auto& [name, profile, status] :
           {std::tuple("whole sectors", "each element once", Status::pass),
            std::tuple("full warps", "each element once", Status::pass),
            std::tuple("few instructions", "no busywork", Status::fail)}) {
        result.gates.push_back(gate(name, status));
        result.gates.back().profile = profile;
      }
      return result;
    };
  });
  shown.headless.click("run");
  shown.wait_for_run();
  shown.headless.click("checks");
  shown.headless.frames(2);
  CHECK(shown.headless.has("gate each element once"));
  CHECK_FALSE(shown.headless.has("gate full warps"));
  CHECK(shown.headless.has("gate few instructions"));
  shown.headless.click("gate each element once");
  shown.headless.frames(2);
  CHECK(shown.headless.has("gate full warps"));
}

TEST_CASE("the history counts only gates that apply, also after it was read again") {
  SampleLab sample;
  sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
    return passed_but_for_times(true);
  };
  auto lab = sample.open();
  run_to_the_end(*lab);
  CHECK(lab->history().of("copy").at(0).gates_counted() == 2);
  History again(history_folder(sample.places().user.data, sample.places().submission));
  CHECK(again.of("copy").at(0).gates_counted() == 2);
  CHECK(again.of("copy").at(0).gates.size() == 4);
}

TEST_CASE("an attempt keeps its times and the GPU's name, and one without a GPU keeps none") {
  for (const bool timed : {true, false}) {
    SampleLab sample;
    sample.grade = [=](const exercise::Exercise&, const std::string&,
                       const verdict::GradeOptions&) {
      return timed ? timed_result() : passed_but_for_times(false);
    };
    auto lab = sample.open();
    run_to_the_end(*lab);
    History again(history_folder(sample.places().user.data, sample.places().submission));
    const Attempt& kept = again.of("copy").at(0);
    if (!timed) {
      CHECK(kept.gpu.empty());
      CHECK(kept.times.empty());
      continue;
    }
    CHECK(kept.gpu == "NVIDIA H200");
    REQUIRE(kept.times.size() == 1);
    CHECK(kept.times[0].median_us ==
          doctest::Approx(timed_result().timings[0].kernel.time_us.median));
    CHECK(kept.times[0].copy_fraction == doctest::Approx(0.471));
    CHECK(kept.times[0].bytes == 134217728);
    CHECK(kept.times[0].stands);
  }
}
