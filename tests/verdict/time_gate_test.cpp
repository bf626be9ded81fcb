#include "verdict/judge/time_gate.hpp"

#include "made_up.hpp"
#include "words/text.hpp"

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

// "time" on a Tesla T4, which a model may stand in for.
exercise::Gate modelled_gate(double max) {
  exercise::Gate gate = time_gate(max, "Tesla T4");
  gate.modelled = true;
  return gate;
}

Timing model_of_t4(double time, double low, double high) {
  Timing made = timing(time, 0);
  made.source = Source::modelled;
  made.gpu = "Tesla T4";
  made.kernel.low_us = low;
  made.kernel.high_us = high;
  made.model_version = 7;
  return made;
}

Evidence with_model(double time, double low, double high) {
  Evidence evidence = made_up::evidence();
  evidence.timings = {model_of_t4(time, low, high)};
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
  CHECK(verdict::text_of(gate) == "Not checked: no GPU was used.");
  CHECK(verdict_of(gates) == Status::pass);
  CHECK(score_of(gates) == 1);
}

TEST_CASE("a modelled time whose whole range is within the limit passes, and says whose it is") {
  const GateResult gate = judged(modelled_gate(840), with_model(700, 560, 830));
  CHECK(gate.applies);
  CHECK(gate.status == Status::pass);
  CHECK(gate.source == Source::modelled);
  CHECK(gate.gpu == "Tesla T4");
  REQUIRE(gate.model);
  CHECK(gate.model->low == 560);
  CHECK(gate.model->high == 830);
  CHECK(gate.model->version == 7);
  CHECK(verdict::text_of(gate) ==
        "The model of a Tesla T4 (version 7) says 700.0 us, between 560.0 us and 830.0 us.");
  CHECK(judge_gpu(with_model(700, 560, 830)).empty());
}

TEST_CASE("a modelled time whose whole range is beyond the limit fails") {
  const GateResult gate = judged(modelled_gate(840), with_model(1200, 860, 1700));
  CHECK(gate.applies);
  CHECK(gate.status == Status::fail);
  CHECK(verdict::text_of(gate).starts_with("Not yet: the model of a Tesla T4"));
}

TEST_CASE("a limit inside of the range is not checked, and counts for nothing on either side") {
  exercise::Exercise exercise = made_up::exercise();
  exercise.gates.push_back(modelled_gate(840));
  for (const double time : {700.0, 1000.0}) {
    const std::vector<GateResult> gates = judge(exercise, with_model(time, 600, 1200));
    const GateResult gate = made_up::gate(gates, "in time");
    CHECK(gate.status == Status::not_checked);
    CHECK_FALSE(gate.applies);
    CHECK(verdict::text_of(gate).starts_with(
        "Not checked: the goal is 840.0 us or less. The model of a Tesla T4 says"));
    CHECK(verdict::text_of(gate).ends_with(
        "but it may be 600.0 us to 1200 us, so it cannot decide."));
    CHECK(verdict_of(gates) == Status::pass);
    CHECK(score_of(gates) == 1);
  }
  // The ends of the range belong to it: 840 us at most are within 840, and at least 840 are not
  // beyond it.
  CHECK(judged(modelled_gate(840), with_model(700, 600, 840)).status == Status::pass);
  CHECK_FALSE(judged(modelled_gate(840), with_model(900, 840, 1000)).applies);
}

TEST_CASE("a model decides no gate that does not ask for it, and none of another GPU") {
  const Evidence evidence = with_model(700, 560, 830);
  CHECK_FALSE(judged(time_gate(840, "Tesla T4"), evidence).applies);
  CHECK_FALSE(judged(fraction_gate(0.1), evidence).applies);
  exercise::Gate other = modelled_gate(840);
  other.gpu = "NVIDIA L4";
  CHECK_FALSE(judged(other, evidence).applies);
}

TEST_CASE("a model of the GPU that a limit names decides where another GPU is there") {
  Evidence evidence = on_gpu({timing(80, 80)});
  evidence.timings.push_back(model_of_t4(700, 560, 830));
  const GateResult gate = judged(modelled_gate(840), evidence);
  CHECK(gate.applies);
  CHECK(gate.source == Source::modelled);
  CHECK(gate.gpu == "Tesla T4");
  CHECK(*gate.value == doctest::Approx(700));
}

TEST_CASE("a measured time wins over a modelled one, which is shown beside it") {
  Timing measured = timing(900, 80);
  measured.gpu = "Tesla T4";
  for (const bool measured_first : {true, false}) {
    Evidence evidence = on_gpu({});
    evidence.gpu->report.name = "Tesla T4";
    evidence.timings = {measured, model_of_t4(800, 700, 835)};
    if (!measured_first) std::swap(evidence.timings[0], evidence.timings[1]);
    const GateResult gate = judged(modelled_gate(840), evidence);
    CHECK(gate.source == Source::measured);
    CHECK(gate.status == Status::fail);
    CHECK(*gate.value == 900);
    REQUIRE(gate.model);
    CHECK(gate.model->value == 800);
    CHECK(words::text_of(gate.model->difference).find("lies outside of that") != std::string::npos);
    CHECK(verdict::text_of(gate).find(words::text_of(gate.model->difference)) != std::string::npos);
  }
}

TEST_CASE("a measured time inside of the model's range is no difference") {
  Timing measured = timing(820, 80);
  measured.gpu = "Tesla T4";
  Evidence evidence = on_gpu({});
  evidence.gpu->report.name = "Tesla T4";
  evidence.timings = {measured, model_of_t4(800, 700, 835)};
  const GateResult gate = judged(modelled_gate(840), evidence);
  CHECK(gate.status == Status::pass);
  REQUIRE(gate.model);
  CHECK(gate.model->difference.empty());
  CHECK(verdict::text_of(gate).ends_with(
      "The model of a Tesla T4 says 800.0 us, between 700.0 us and 835.0 us."));
}

TEST_CASE("a modelled fraction has the range of a ratio, and a measured one of any GPU wins") {
  exercise::Gate gate = fraction_gate(0.65);
  gate.metric = exercise::kYardstickFractionMetric;
  gate.gpu = "Tesla T4";
  gate.modelled = true;
  Timing modelled = model_of_t4(1000, 700, 1400);
  modelled.ratio_spread = 1.2;
  modelled.yardstick = TimeNumbers{};
  const auto with_yardstick = [&](double time) {
    modelled.yardstick->time_us.median = time;
    Evidence evidence = made_up::evidence();
    evidence.timings = {modelled};
    return judged(gate, evidence);
  };
  CHECK(with_yardstick(800).status == Status::pass);  // 0.67 to 0.96
  CHECK(with_yardstick(500).status == Status::fail);  // 0.42 to 0.6
  CHECK_FALSE(with_yardstick(700).applies);           // 0.58 to 0.84
  Timing measured = timing(100, 80);
  measured.yardstick = measured.kernel;
  Evidence evidence = on_gpu({measured});
  evidence.timings.push_back(modelled);
  const GateResult both = judged(gate, evidence);
  CHECK(both.source == Source::measured);
  CHECK(both.gpu == "NVIDIA H200");
  REQUIRE(both.model);
  CHECK(both.model->difference.empty());  // of another GPU: nothing contradicts anything
}

TEST_CASE("what could not be modelled is not checked, with the reason") {
  Timing none = model_of_t4(0, 0, 0);
  none.not_modelled = "There is no model of the Tesla T4.";
  Evidence evidence = made_up::evidence();
  evidence.timings = {none};
  const GateResult gate = judged(modelled_gate(840), evidence);
  CHECK_FALSE(gate.applies);
  CHECK(gate.status == Status::not_checked);
  CHECK_FALSE(gate.value);
  CHECK(verdict::text_of(gate).find("There is no model") != std::string::npos);
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
      verdict::text_of(slow) ==
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
  CHECK(verdict::text_of(other) ==
        "Not checked: the limit is for the Tesla T4, and this is the NVIDIA H200.");
}

TEST_CASE("a kernel is compared with the reference where the gate says so") {
  exercise::Gate gate = fraction_gate(0.8);
  gate.metric = exercise::kReferenceFractionMetric;
  CHECK(verdict::text_of(judged(gate, on_gpu({timing(100, 10)}))) ==
        "Not checked: the reference was not timed.");
  Timing beside = timing(100, 10);
  beside.reference.emplace().time_us = {90, 90, 90, 90};
  const GateResult good = judged(gate, on_gpu({beside}));
  CHECK(good.status == Status::pass);
  CHECK(*good.value == doctest::Approx(0.9));
  beside.reference->time_us = {50, 50, 50, 50};
  const GateResult slow = judged(gate, on_gpu({beside}));
  CHECK(slow.status == Status::fail);
  CHECK(verdict::text_of(slow) ==
        "Not yet: 100.0 us, where the reference kernel takes 50.0 us: 0.50 of its speed.");
  beside.reference->unstable = "It jumps.";
  CHECK(verdict::text_of(judged(gate, on_gpu({beside}))) ==
        "Not checked: unstable, run it again. The reference: It jumps.");
}

TEST_CASE("a kernel is compared with a yardstick of its shape where the gate says so") {
  exercise::Gate gate = fraction_gate(0.8);
  gate.metric = exercise::kYardstickFractionMetric;
  Timing beside = timing(100, 10);
  CHECK(verdict::text_of(judged(gate, on_gpu({beside}))) ==
        "Not checked: the yardstick was not timed.");
  beside.reference.emplace().time_us = {200, 200, 200, 200};  // another gate's
  CHECK(compared_with(gate, beside) == nullptr);
  beside.yardstick.emplace().time_us = {97, 97, 97, 97};
  CHECK(compared_with(gate, beside) == &*beside.yardstick);
  const GateResult good = judged(gate, on_gpu({beside}));
  CHECK(good.status == Status::pass);
  CHECK(*good.value == doctest::Approx(0.97));
  CHECK(verdict::text_of(good) ==
        "100.0 us, where the yardstick takes 97.0 us: 0.97 of its speed.");
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
  CHECK(verdict::text_of(gate) ==
        "Not checked: unstable, run it again. A copy took twice as long afterwards.");
}

TEST_CASE("too fast to be true is a failure of its own") {
  SUBCASE("faster than the memory") {
    CHECK(words::text_of(why_impossible(timing(20, 20), 4e12))
              .find("Too fast to be true: 20.0 us for 100.0 MB") == 0);
    CHECK(why_impossible(timing(30, 30), 4e12).empty());
    CHECK(why_impossible(timing(20, 20), 0).empty());  // the GPU does not say
  }
  SUBCASE("faster than a copy of the same bytes") {
    CHECK(
        words::text_of(why_impossible(timing(100, 116), 0)).find("1.16 times as fast as a copy") !=
        std::string::npos);
    CHECK(why_impossible(timing(100, 114), 0).empty());
  }
  SUBCASE("its gate fails and the limit is not checked") {
    Timing timing_made = timing(20, 80);
    timing_made.impossible = data::as_it_is("Too fast to be true.");
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
  evidence.gpu->difference = data::as_it_is("The GPU and the simulator disagree.");
  const auto gates = judge(made_up::exercise(), evidence);
  CHECK(made_up::gate(gates, "same_on_gpu").status == Status::fail);
  CHECK(verdict_of(gates) == Status::fail);
}

TEST_CASE("what the simulator found wrong is not run on the GPU, and says so") {
  Evidence evidence = on_gpu({});
  evidence.gpu->skipped = data::as_it_is("the simulator found it wrong.");
  exercise::Exercise exercise = made_up::exercise();
  exercise.gates.push_back(fraction_gate(0.5));
  const auto gates = judge(exercise, evidence);
  CHECK(made_up::gate(gates, "same_on_gpu").status == Status::not_checked);
  CHECK(verdict::text_of(made_up::gate(gates, "fast")) ==
        "Not checked: the simulator found it wrong.");
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
