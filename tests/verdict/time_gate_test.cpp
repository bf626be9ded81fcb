#include "verdict/time_gate.hpp"

#include "made_up.hpp"

using namespace warplab;
using namespace warplab::verdict;

namespace {

exercise::Gate fraction_gate(double min) {
  exercise::Gate gate;
  gate.name = "fast";
  gate.metric = exercise::kCopyFractionMetric;
  gate.min = min;
  gate.unit = "of a copy";
  return gate;
}

exercise::Gate time_gate(double max, const std::string& gpu) {
  exercise::Gate gate;
  gate.name = "in time";
  gate.metric = exercise::kTimeMetric;
  gate.max = max;
  gate.gpu = gpu;
  gate.unit = "us";
  return gate;
}

Timing timing(double microseconds, double copy_microseconds) {
  Timing made;
  made.variant = "default";
  made.where = "n 4096";
  made.bytes = 100'000'000;
  made.kernel.time_us = {microseconds, microseconds, microseconds, microseconds};
  made.kernel.copy_us = {copy_microseconds, copy_microseconds, copy_microseconds,
                         copy_microseconds};
  made.copy_fraction = copy_microseconds / microseconds;
  return made;
}

Evidence on_gpu(std::vector<Timing> timings) {
  Evidence evidence = made_up::evidence();
  evidence.gpu.emplace();
  evidence.gpu->report.name = "NVIDIA H200";
  for (Timing& one : timings)
    if (one.gpu.empty()) one.gpu = "NVIDIA H200";
  evidence.timings = std::move(timings);
  return evidence;
}

GateResult judged(const exercise::Gate& gate, const Evidence& evidence) {
  exercise::Exercise exercise = made_up::exercise();
  return judge_time(exercise, gate, evidence);
}

}  // namespace

TEST_CASE("without a GPU a time is not checked, and neither verdict nor score knows of it") {
  exercise::Exercise exercise = made_up::exercise();
  exercise.gates.push_back(fraction_gate(0.5));
  const std::vector<GateResult> gates = judge(exercise, made_up::evidence());
  const GateResult gate = made_up::gate(gates, "fast");
  CHECK(gate.status == Status::not_checked);
  CHECK_FALSE(gate.applies);
  CHECK(gate.source == Source::measured);
  CHECK(gate.message == "Not checked: no GPU was used.");
  CHECK(verdict_of(gates) == Status::pass);
  CHECK(score_of(gates) == 1);
}

TEST_CASE("a gate over a time that a model gave says so; one that was measured does not") {
  Timing modelled = timing(100, 80);
  modelled.source = Source::modelled;
  modelled.kernel.samples_us.clear();
  CHECK(judged(fraction_gate(0.6), on_gpu({modelled})).source == Source::modelled);
  CHECK(judged(fraction_gate(0.6), on_gpu({modelled})).status == Status::pass);
  CHECK(judged(fraction_gate(0.6), on_gpu({timing(100, 80)})).source == Source::measured);
}

TEST_CASE("a modelled time needs no GPU, and one that was measured wins over it") {
  Timing modelled = timing(100, 80), measured = timing(100, 40);
  modelled.source = Source::modelled;
  modelled.gpu = measured.gpu = "NVIDIA H200";
  Evidence without_gpu = made_up::evidence();
  without_gpu.timings = {modelled};
  const GateResult alone = judged(fraction_gate(0.6), without_gpu);
  CHECK(alone.applies);
  CHECK(alone.source == Source::modelled);
  CHECK(alone.gpu == "NVIDIA H200");
  CHECK(alone.status == Status::pass);
  CHECK(judge_gpu(without_gpu).empty());

  const GateResult both = judged(fraction_gate(0.6), on_gpu({modelled, measured}));
  CHECK(both.source == Source::measured);
  CHECK(both.status == Status::fail);
}

TEST_CASE("a model of the GPU that a limit names decides where another GPU is there") {
  Timing modelled = timing(800, 80);
  modelled.source = Source::modelled;
  modelled.gpu = "Tesla T4";
  const GateResult gate = judged(time_gate(840, "Tesla T4"), on_gpu({timing(80, 80), modelled}));
  CHECK(gate.applies);
  CHECK(gate.source == Source::modelled);
  CHECK(gate.gpu == "Tesla T4");
  CHECK(*gate.value == doctest::Approx(800));
}

TEST_CASE("a GPU for which there are only modelled times was not timed") {
  Timing modelled = timing(100, 80);
  modelled.source = Source::modelled;
  CHECK(judge_gpu(on_gpu({modelled})).size() == 1);  // the same answer, and nothing of times
  CHECK(judge_gpu(on_gpu({timing(100, 80)})).size() == 3);
}

TEST_CASE("a fraction that is reached passes, and one that is not is not yet") {
  const GateResult good = judged(fraction_gate(0.6), on_gpu({timing(100, 80)}));
  CHECK(good.status == Status::pass);
  CHECK(*good.value == doctest::Approx(0.8));
  CHECK(good.gpu == "NVIDIA H200");
  CHECK(good.applies);
  const GateResult slow = judged(fraction_gate(0.6), on_gpu({timing(100, 40)}));
  CHECK(slow.status == Status::fail);
  CHECK(
      slow.message ==
      "Not yet: 100.0 us for 100.0 MB, where our copy of as many bytes takes 40.0 us: 0.40 of its "
      "bandwidth.");
}

TEST_CASE("a limit forgives three percent, or as much as the samples are apart") {
  CHECK(judged(fraction_gate(0.6), on_gpu({timing(100, 58.5)})).status == Status::pass);
  CHECK(judged(fraction_gate(0.6), on_gpu({timing(100, 57)})).status == Status::fail);
  Timing restless = timing(100, 57);
  restless.kernel.time_us.q1 = 95;
  restless.kernel.time_us.q3 = 105;
  CHECK(judged(fraction_gate(0.6), on_gpu({restless})).status == Status::pass);
}

TEST_CASE("a time is judged on the GPU that its limit names, and does not apply to another") {
  CHECK(judged(time_gate(840, "NVIDIA H200"), on_gpu({timing(800, 80)})).status == Status::pass);
  CHECK(judged(time_gate(840, "NVIDIA H200"), on_gpu({timing(900, 80)})).status == Status::fail);
  const GateResult other = judged(time_gate(840, "Tesla T4"), on_gpu({timing(80, 80)}));
  CHECK(other.status == Status::not_checked);
  CHECK_FALSE(other.applies);
  CHECK(other.message ==
        "Not checked: the limit is for the Tesla T4, and this is the NVIDIA H200.");
}

TEST_CASE("a kernel is compared with the reference where the gate says so") {
  exercise::Gate gate = fraction_gate(0.8);
  gate.metric = exercise::kReferenceFractionMetric;
  CHECK(judged(gate, on_gpu({timing(100, 10)})).message ==
        "Not checked: the reference was not timed.");
  Timing beside = timing(100, 10);
  beside.reference.emplace().time_us = {90, 90, 90, 90};
  const GateResult good = judged(gate, on_gpu({beside}));
  CHECK(good.status == Status::pass);
  CHECK(*good.value == doctest::Approx(0.9));
  beside.reference->time_us = {50, 50, 50, 50};
  const GateResult slow = judged(gate, on_gpu({beside}));
  CHECK(slow.status == Status::fail);
  CHECK(slow.message ==
        "Not yet: 100.0 us, where the reference kernel takes 50.0 us: 0.50 of its speed.");
  beside.reference->unstable = "It jumps.";
  CHECK(judged(gate, on_gpu({beside})).message ==
        "Not checked: unstable, run it again. The reference: It jumps.");
}

TEST_CASE("a kernel is compared with a yardstick of its shape where the gate says so") {
  exercise::Gate gate = fraction_gate(0.8);
  gate.metric = exercise::kYardstickFractionMetric;
  Timing beside = timing(100, 10);
  CHECK(judged(gate, on_gpu({beside})).message == "Not checked: the yardstick was not timed.");
  beside.reference.emplace().time_us = {200, 200, 200, 200};  // another gate's
  CHECK(compared_with(gate, beside) == nullptr);
  beside.yardstick.emplace().time_us = {97, 97, 97, 97};
  CHECK(compared_with(gate, beside) == &*beside.yardstick);
  const GateResult good = judged(gate, on_gpu({beside}));
  CHECK(good.status == Status::pass);
  CHECK(*good.value == doctest::Approx(0.97));
  CHECK(good.message == "100.0 us, where the yardstick takes 97.0 us: 0.97 of its speed.");
  beside.yardstick->time_us = {58, 58, 58, 58};
  CHECK(judged(gate, on_gpu({beside})).status == Status::fail);
  beside.yardstick->unstable = "It jumps.";
  CHECK(judged(gate, on_gpu({beside})).status == Status::not_checked);
}

TEST_CASE("numbers that do not stand still are no reason to fail") {
  Timing unstable = timing(100, 10);
  unstable.kernel.unstable = "A copy took twice as long afterwards.";
  const GateResult gate = judged(fraction_gate(0.6), on_gpu({unstable}));
  CHECK(gate.status == Status::not_checked);
  CHECK(gate.applies);
  CHECK(gate.message ==
        "Not checked: unstable, run it again. A copy took twice as long afterwards.");
}

TEST_CASE("too fast to be true is a failure of its own") {
  SUBCASE("faster than the memory") {
    CHECK(why_impossible(timing(20, 20), 4e12).find("Too fast to be true: 20.0 us for 100.0 MB") ==
          0);
    CHECK(why_impossible(timing(30, 30), 4e12).empty());
    CHECK(why_impossible(timing(20, 20), 0).empty());  // the GPU does not say
  }
  SUBCASE("faster than a copy of the same bytes") {
    CHECK(why_impossible(timing(100, 116), 0).find("1.16 times the bandwidth of a copy") !=
          std::string::npos);
    CHECK(why_impossible(timing(100, 114), 0).empty());
  }
  SUBCASE("its gate fails and the limit is not checked") {
    Timing timing_made = timing(20, 80);
    timing_made.impossible = "Too fast to be true.";
    exercise::Exercise exercise = made_up::exercise();
    exercise.gates.push_back(fraction_gate(0.5));
    const auto gates = judge(exercise, on_gpu({timing_made}));
    CHECK(made_up::gate(gates, "plausible_time").status == Status::fail);
    CHECK(made_up::gate(gates, "fast").status == Status::not_checked);
    CHECK(verdict_of(gates) == Status::fail);
    CHECK(score_of(gates) == 0);
  }
}

TEST_CASE("a GPU that disagrees with the simulator fails the exercise loudly") {
  Evidence evidence = on_gpu({});
  evidence.gpu->difference = "The GPU and the simulator disagree.";
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "same_on_gpu").status == Status::fail);
  CHECK(verdict_of(gates) == Status::fail);
}

TEST_CASE("what the simulator found wrong is not run on the GPU, and says so") {
  Evidence evidence = on_gpu({});
  evidence.gpu->skipped = "the simulator found it wrong.";
  exercise::Exercise exercise = made_up::exercise();
  exercise.gates.push_back(fraction_gate(0.5));
  const auto gates = judge(exercise, evidence);
  CHECK(made_up::gate(gates, "same_on_gpu").status == Status::not_checked);
  CHECK(made_up::gate(gates, "fast").message == "Not checked: the simulator found it wrong.");
  CHECK(made_up::gate(gates, "fast").applies);
}

TEST_CASE("of several variants the slowest decides") {
  exercise::Exercise exercise = made_up::exercise();
  exercise.variants = {{"plain", {}}, {"swapped", {}}};
  Timing plain = timing(100, 90), swapped = timing(100, 30);
  plain.variant = "plain";
  swapped.variant = "swapped";
  const GateResult gate = judge_time(exercise, fraction_gate(0.6), on_gpu({plain, swapped}));
  CHECK(gate.status == Status::fail);
  CHECK(gate.variant == "swapped");
  exercise::Gate one = fraction_gate(0.6);
  one.variant = "plain";
  CHECK(judge_time(exercise, one, on_gpu({plain, swapped})).status == Status::pass);
}
