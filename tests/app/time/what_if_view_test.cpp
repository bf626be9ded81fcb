// The tab Timing without a GPU, pressed: another GPU, size, block; what is old; what is measured.
#include "time/what_if_view.hpp"

#include <doctest/doctest.h>

#include "sample_gpus.hpp"
#include "sample_models.hpp"
#include "sample_timing.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using verdict::Status;

namespace {

exercise::SizeSet size_of_n(exercise::SizeSet::Purpose purpose, int64_t n) {
  exercise::SizeSet size;
  size.purpose = purpose;
  size.values = {{"n", n}};
  size.names = {"n"};
  size.label = exercise::size_label(size);
  return size;
}

// A window over an exercise with a limit for a T4, and a script for its models.
struct Modelled {
  ScriptedModels models;
  verdict::ExerciseResult result;
  Shown shown;

  explicit Modelled(const std::function<void(exercise::Exercise&)>& also = {},
                    ImVec2 size = {1440, 900})
      : shown(
            [&](SampleLab& sample) {
              sample.gpus = {WARPLAB_SOURCE_DIR "/assets/gpus"};
              sample.change = [also](exercise::Exercise& exercise) {
                using Purpose = exercise::SizeSet::Purpose;
                exercise.variants = {{}};
                exercise.launches.resize(1);
                exercise.launches[0].name = exercise.launches[0].kernel = "transpose";
                exercise.sizes = {size_of_n(Purpose::graded, 2048), size_of_n(Purpose::gpu, 4096)};
                exercise::Gate gate;
                gate.name = "under 840 us";
                gate.metric = exercise::kTimeMetric;
                gate.max = 840;
                gate.unit = "us";
                gate.gpu = "Tesla T4";
                exercise.gates = {gate};
                if (also) also(exercise);
              };
              sample.grade = [this](const exercise::Exercise&, const std::string&,
                                    const verdict::GradeOptions&) { return result; };
            },
            size) {
    result = timed_result();
    result.gpu.reset();
    result.timings.clear();
    shown.state.tabs.timing.what_if.machine = models.machine();
    shown.state.tab_is_fixed = true;
  }
  WhatIfState& state() { return shown.state.tabs.timing.what_if; }
  Headless& headless() { return shown.headless; }
  void run_and_look() {
    headless().click("run");
    shown.wait_for_run();
    shown.state.tab = Tab::time;
    headless().frames(2);
  }
  void wait_for_answer() {
    REQUIRE(tick_until(*shown.lab, [&] {
      headless().frame();
      return !is_modelling(state());
    }));
    headless().frames(2);
  }
  const WhatIfAnswer& answer() {
    const auto now = state().what_if->snapshot();
    REQUIRE(now.answer);
    kept_ = now.answer;
    return *kept_;
  }

 private:
  std::shared_ptr<const WhatIfAnswer> kept_;
};

}  // namespace

TEST_CASE("before a run nothing is modelled, and after it nothing either until somebody looks") {
  Modelled modelled;
  modelled.headless().click("Time");
  CHECK_FALSE(modelled.headless().has("model gpu"));
  modelled.headless().click("Result");
  modelled.headless().click("run");
  modelled.shown.wait_for_run();
  modelled.headless().frames(10);
  CHECK(modelled.models.asked().empty());
  modelled.headless().click("Time");
  modelled.wait_for_answer();
  CHECK(modelled.models.asked().size() == 1);
}

TEST_CASE("the tab models the exercise's GPU at the size for a GPU, with parts and a roof") {
  Modelled modelled;
  modelled.run_and_look();
  modelled.wait_for_answer();
  CHECK(modelled.answer().gpu == "Tesla T4");
  CHECK(modelled.answer().where == "n 4096");
  CHECK(modelled.headless().has("part dram"));
  CHECK(modelled.headless().has("part tail"));
  CHECK(modelled.headless().has("room for registers"));
}

TEST_CASE("another GPU is asked about, shown and remembered") {
  Modelled modelled;
  modelled.run_and_look();
  modelled.wait_for_answer();
  modelled.headless().click("model gpu");
  modelled.headless().frames(2);
  modelled.headless().click("model of NVIDIA L4");
  modelled.wait_for_answer();
  CHECK(modelled.answer().gpu == "NVIDIA L4");
  CHECK(modelled.shown.lab->settings().model_gpu == "NVIDIA L4");
  // Its limit is for another one, which a press chooses.
  modelled.headless().click("choose Tesla T4");
  modelled.wait_for_answer();
  CHECK(modelled.answer().gpu == "Tesla T4");
}

TEST_CASE("a size is dragged, and each stop is answered; the last answer stays meanwhile") {
  Modelled modelled;
  modelled.models.time = [](const WhatIfQuestion& question) {
    return static_cast<double>(question.sizes.at("n")) / 5;
  };
  modelled.run_and_look();
  modelled.wait_for_answer();
  modelled.models.may_answer = false;
  const ImVec2 middle = modelled.headless().center_of("n");
  modelled.headless().drag({middle.x + 50, middle.y}, {middle.x - 400, middle.y});
  CHECK(modelled.state().sizes.at("n") == 2048);  // the smallest that the exercise names
  CHECK(modelled.state().what_if->snapshot().is_old);
  CHECK(modelled.answer().where == "n 4096");
  CHECK(modelled.headless().has("cancel model"));
  CHECK(modelled.headless().has("part dram"));
  modelled.models.may_answer = true;
  modelled.wait_for_answer();
  CHECK(modelled.answer().where == "n 2048");
  CHECK(modelled.answer().launches[0].model.time_us == doctest::Approx(2048 / 5.0));
  modelled.headless().click("size for a gpu");
  modelled.wait_for_answer();
  CHECK(modelled.answer().where == "n 4096");
}

TEST_CASE("by the keyboard a size goes from stop to stop") {
  Modelled modelled;
  modelled.run_and_look();
  modelled.wait_for_answer();
  const auto has_ring = [&] {
    for (const auto& item : modelled.headless().ui.items)
      if (item.name == "n") return item.id == modelled.shown.state.item_focus.id;
    return false;
  };
  for (int i = 0; i < 6 && modelled.shown.state.focused != Pane::tabs; ++i)
    modelled.headless().press(key::kF6);
  for (int i = 0; i < 20 && !has_ring(); ++i) modelled.headless().press(key::kTab);
  REQUIRE(has_ring());
  modelled.headless().press(key::kLeft);
  CHECK(modelled.state().sizes.at("n") == 3072);
  modelled.headless().press(key::kRight);
  CHECK(modelled.state().sizes.at("n") == 4096);
}

TEST_CASE("a question is cancelled, and asked again") {
  Modelled modelled;
  modelled.run_and_look();
  modelled.wait_for_answer();
  modelled.models.may_answer = false;
  modelled.headless().click("graded size");
  REQUIRE(modelled.headless().has("cancel model"));
  modelled.headless().click("cancel model");
  CHECK(modelled.state().what_if->snapshot().cancelled);
  CHECK(modelled.answer().where == "n 4096");
  modelled.models.may_answer = true;
  modelled.headless().click("model again");
  modelled.wait_for_answer();
  CHECK(modelled.answer().where == "n 2048");
}

TEST_CASE("the block can be tried only where the student may choose it") {
  Modelled fixed;
  fixed.run_and_look();
  fixed.wait_for_answer();
  CHECK_FALSE(fixed.headless().has("block x"));

  Modelled free([](exercise::Exercise& exercise) {
    exercise.student_chooses_block = true;
    exercise.default_block = {32, 8, 1};
  });
  free.run_and_look();
  free.wait_for_answer();
  REQUIRE(free.headless().has("block x"));
  const ImVec2 middle = free.headless().center_of("block x");
  free.headless().drag(middle, {middle.x + 400, middle.y});
  free.wait_for_answer();
  CHECK(free.answer().block_was_tried);
  CHECK(free.answer().block == Dim3{1024, 1, 1});
  free.headless().click("own block");
  free.wait_for_answer();
  CHECK_FALSE(free.answer().block_was_tried);
}

TEST_CASE("a kernel that did not come to its end is not modelled") {
  Modelled modelled;
  modelled.result.counters[0].completed = false;
  modelled.run_and_look();
  CHECK_FALSE(modelled.headless().has("model gpu"));
  CHECK(modelled.models.asked().empty());
}

TEST_CASE("another text is modelled after its run only") {
  Modelled modelled;
  modelled.run_and_look();
  modelled.wait_for_answer();
  modelled.shown.lab->work()->document.code().replace_all("// another\n");
  modelled.headless().frames(3);
  CHECK(modelled.models.asked().size() == 1);
  modelled.headless().click("run");
  REQUIRE(tick_until(*modelled.shown.lab, [&] {
    modelled.headless().frame();
    return modelled.shown.lab->runs_ended() > 1;
  }));
  modelled.wait_for_answer();
  CHECK(modelled.models.asked().size() == 2);
  CHECK(modelled.models.asked().back().source == "// another\n");
}

TEST_CASE("beside a measured time the model of the same GPU is shown, and agrees or does not") {
  for (const double model_us : {75.0, 200.0}) {
    Modelled modelled;
    modelled.result = timed_result();
    modelled.result.timings[0].where = "n 4096";
    modelled.models.time = [model_us](const WhatIfQuestion&) { return model_us; };
    modelled.run_and_look();
    modelled.wait_for_answer();
    REQUIRE(modelled.headless().has("samples"));
    const auto asked = modelled.models.asked();
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].gpu.name == "NVIDIA H200");
    CHECK(modelled.headless().has("the model agrees") == (model_us == 75.0));
    CHECK(modelled.headless().has("the model differs") == (model_us == 200.0));
    modelled.headless().click("what if");
    CHECK_FALSE(modelled.headless().has("samples"));
    CHECK(modelled.headless().has("model gpu"));
    modelled.headless().click("measured");
    CHECK(modelled.headless().has("samples"));
  }
}

TEST_CASE("what can be pressed is whole in a small window") {
  Modelled modelled({}, {1024, 700});
  modelled.run_and_look();
  modelled.wait_for_answer();
  for (const char* name : {"model gpu", "n", "graded size", "size for a gpu"})
    CHECK(modelled.headless().is_whole(name));
}
