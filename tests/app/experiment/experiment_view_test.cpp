// An experiment, predicted and seen: by mouse and by keyboard.
#include "experiment/experiment_view.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "sample_experiments.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

// A window over a course with one experiment, opened.
struct Tried {
  ScriptedExperiments script;
  std::atomic<bool> grade_waits = false;  // the run of an exercise does not end
  std::unique_ptr<Shown> shown;

  explicit Tried(std::vector<experiment::Prediction> predictions,
                 const std::function<void(experiment::Experiment&)>& change = {},
                 ImVec2 size = {1440, 900}) {
    shown = std::make_unique<Shown>(
        [&](SampleLab& sample) {
          sample.slugs = {"copy", "gap", "sums"};  // numbers 1, 2, 3
          sample.gpus = {WARPLAB_SOURCE_DIR "/assets/gpus"};
          sample.grade = [this, grade = sample.grade](const exercise::Exercise& exercise,
                                                      const std::string& source,
                                                      const verdict::GradeOptions& options) {
            grade_waits.wait(true);
            return grade(exercise, source, options);
          };
          sample.experiments =
              [=](const std::filesystem::path& from) -> Result<std::vector<experiment::Entry>> {
            experiment::Experiment made = sample_experiment(from);
            made.predictions = predictions;
            if (change) change(made);
            std::vector<experiment::Entry> entries;
            entries.push_back({made.folder, std::move(made)});
            return entries;
          };
        },
        size);
    shown->state.tabs.experiment.machine = script.machine();
    shown->lab->open("stride");
    headless().frames(3);
  }
  Headless& headless() { return shown->headless; }
  Lab& lab() { return *shown->lab; }
  ExperimentState& state() { return shown->state.tabs.experiment; }
  ExperimentStatus status() { return lab().predictions().status(*lab().experiment()); }
  void wait_for_answer() {
    REQUIRE(tick_until(lab(), [&] {
      headless().frame();
      return !is_running(state());
    }));
    headless().frames(3);
  }
  const experiment::KeptPrediction* kept(const std::string& name) {
    return lab().predictions().kept().find("stride", name);
  }
  void focus(const std::string& name) {
    const auto has_ring = [&] {
      for (const auto& item : headless().ui.items)
        if (item.name == name) return item.id != 0 && item.id == shown->state.item_focus.id;
      return false;
    };
    for (int i = 0; i < 60 && !has_ring(); ++i) headless().press(key::kTab);
    INFO("item ", name);
    REQUIRE(has_ring());
  }
};

}  // namespace

TEST_CASE(
    "an experiment stands between the exercises by its number, and is not counted among them") {
  Tried tried({number_prediction()});
  const auto& entries = tried.lab().course().entries();
  REQUIRE(entries.size() == 4);
  CHECK(entries[1].order == 2);
  CHECK((entries[1].slug == "stride" || entries[2].slug == "stride"));
  tried.headless().press('B', key::kControl | key::kShift);
  tried.headless().frames(2);
  CHECK(tried.headless().has("stride"));
  CHECK(tried.shown->state.tab == Tab::experiment);
  CHECK(tried.headless().has("Experiment"));
  CHECK_FALSE(tried.headless().has("Result"));
  tried.headless().click("copy");
  tried.headless().frames(2);
  CHECK(tried.shown->state.tab == Tab::result);
  CHECK_FALSE(tried.headless().has("Experiment"));
}

TEST_CASE("the answer is hidden until it was predicted, and then compared with what was said") {
  Tried tried({number_prediction()});
  tried.wait_for_answer();
  CHECK_FALSE(tried.headless().has("chart 1"));
  CHECK_FALSE(tried.headless().has("parameter s"));
  CHECK(tried.status() == ExperimentStatus::not_predicted);
  // Nothing, and nonsense, are not taken.
  tried.headless().click("predict");
  CHECK(tried.state().form.problem == "Type a number first.");
  tried.state().form.number = "many";
  tried.headless().click("predict");
  CHECK(tried.state().form.problem == "That is no number. Write it like 32 or 12.5.");
  tried.state().form.number = "32";
  tried.headless().click("predict");
  tried.headless().frames(2);
  CHECK(tried.headless().has("chart 1"));
  CHECK(tried.headless().has("parameter s"));
  CHECK(tried.headless().has("judgement sectors at 8"));
  REQUIRE(tried.kept("sectors at 8"));
  CHECK(tried.kept("sectors at 8")->right);
  CHECK(tried.status() == ExperimentStatus::seen);
  // What was just said is explained at length; whoever comes back sees it in short.
  CHECK(tried.state().says_why);
  tried.headless().click("why");
  CHECK_FALSE(tried.state().says_why);
  CHECK_FALSE(tried.headless().has("judgement sectors at 8"));
  CHECK(experiment_sentence(tried.lab()) == "1 of 1 predictions were right.");
}

TEST_CASE("a wrong prediction is kept as wrong and never becomes right") {
  Tried tried({number_prediction()});
  tried.wait_for_answer();
  tried.state().form.number = "8";
  tried.headless().click("predict");
  tried.headless().frames(2);
  REQUIRE(tried.kept("sectors at 8"));
  CHECK_FALSE(tried.kept("sectors at 8")->right);
  // In another window, over the same folder, it is as it was.
  tried.lab().open("copy");
  tried.headless().frames(2);
  tried.lab().open("stride");
  tried.headless().frames(2);
  CHECK(tried.headless().has("chart 1"));
  CHECK_FALSE(tried.headless().has("predict"));
  CHECK(tried.kept("sectors at 8")->said.number == 8);
}

TEST_CASE("who asks to be shown sees it, and that is remembered") {
  Tried tried({number_prediction(), choice_prediction()});
  tried.wait_for_answer();
  tried.headless().click("show without");
  tried.headless().frames(2);
  CHECK(tried.headless().has("chart 1"));
  CHECK(tried.status() == ExperimentStatus::seen_without);
  CHECK_FALSE(tried.kept("sectors at 8"));
  CHECK_FALSE(tried.headless().has("predict"));
}

TEST_CASE("questions come one after the other, and the answer after the last") {
  Tried tried({number_prediction(), choice_prediction(), order_prediction(), curve_prediction()});
  tried.wait_for_answer();
  tried.state().form.number = "32";
  tried.headless().click("predict");
  tried.headless().frames(2);
  CHECK_FALSE(tried.headless().has("chart 1"));
  CHECK(tried.status() == ExperimentStatus::predicted);
  tried.headless().click("predict");
  CHECK(tried.state().form.problem == "Choose one of the sentences first.");
  tried.headless().click("option 2");
  tried.headless().click("predict");
  tried.headless().frames(2);
  REQUIRE(tried.kept("beyond"));
  CHECK(tried.kept("beyond")->right);
  // s = 4, s = 1, s = 2: the first one is dragged to the end.
  const ImVec2 first = tried.headless().center_of("row s = 4"),
               last = tried.headless().center_of("row s = 2");
  tried.headless().drag(first, {last.x, last.y + 10});
  tried.headless().frames(2);
  CHECK(tried.state().form.order == std::vector<size_t>{1, 2, 0});
  tried.headless().click("predict");
  tried.headless().frames(2);
  REQUIRE(tried.kept("order"));
  CHECK(tried.kept("order")->right);
  tried.headless().click("predict");
  CHECK(tried.state().form.problem == "The curve is not drawn to its end.");
  const ImRect curve = tried.headless().area_of("curve by hand");
  tried.headless().drag({curve.Min.x + 2, curve.GetCenter().y + 70},
                        {curve.Max.x - 2, curve.GetCenter().y - 80});
  CHECK(tried.state().form.curve.is_whole());
  tried.headless().click("predict");
  tried.headless().frames(2);
  CHECK(tried.headless().has("chart 1"));
  CHECK(tried.status() == ExperimentStatus::seen);
  CHECK(tried.kept("curve")->said.curve.size() == 6);
}

TEST_CASE("what was said while the kernels still run is judged when they have run") {
  Tried tried({choice_prediction()});
  tried.script.may_answer = false;
  tried.lab().run();  // F5: a new question
  tried.headless().frames(2);
  REQUIRE(is_running(tried.state()));
  tried.headless().click("option 1");
  tried.headless().click("predict");
  tried.headless().frames(2);
  if (!tried.kept("beyond")) CHECK_FALSE(tried.headless().has("chart 1"));
  tried.script.may_answer = true;
  tried.wait_for_answer();
  REQUIRE(tried.kept("beyond"));
  CHECK_FALSE(tried.kept("beyond")->right);
  CHECK(tried.headless().has("chart 1"));
}

TEST_CASE(
    "a slider asks again, the last answer stays meanwhile, and the run is cancelled and begun "
    "again") {
  Tried tried({});
  tried.wait_for_answer();
  REQUIRE(tried.headless().has("chart 1"));
  CHECK(tried.status() == ExperimentStatus::seen);
  CHECK(tried.script.asked().size() == 1);
  tried.script.may_answer = false;
  const ImRect slider = tried.headless().area_of("parameter s");
  tried.headless().drag(slider.GetCenter(), {slider.Max.x - 2, slider.GetCenter().y});
  tried.headless().frames(2);
  CHECK(tried.state().around == experiment::Point{5});
  CHECK(is_running(tried.state()));
  CHECK(tried.state().runs->snapshot().is_old);
  CHECK(tried.headless().has("chart 1"));
  tried.headless().click("cancel sweep");
  CHECK_FALSE(is_running(tried.state()));
  CHECK(tried.headless().has("chart 1"));
  tried.script.may_answer = true;
  tried.headless().click("sweep again");
  tried.wait_for_answer();
  const auto now = tried.state().runs->snapshot();
  REQUIRE(now.answer);
  CHECK_FALSE(now.is_old);
  REQUIRE(now.answer->here());
  CHECK(now.answer->here()->where == "s = 32");
}

TEST_CASE("an exercise that is opened from an experiment has the keyboard in its text again") {
  Tried tried({});
  CHECK(tried.shown->state.focused == Pane::tabs);
  tried.headless().press(key::kPageDown, key::kAlt);
  tried.headless().frames(3);
  REQUIRE_FALSE(tried.lab().experiment());
  tried.headless().type("x");
  CHECK(tried.shown->text().starts_with("x"));

  // Who has gone to another pane stays there.
  tried.headless().press(key::kPageUp, key::kAlt);
  tried.headless().frames(3);
  tried.headless().press(key::kF6);
  const Pane chosen = tried.shown->state.focused;
  REQUIRE(chosen != Pane::tabs);
  tried.headless().press(key::kPageDown, key::kAlt);
  tried.headless().frames(3);
  CHECK(tried.shown->state.focused == chosen);
}

TEST_CASE(
    "the run of an exercise takes the memory of an experiment that is not open, a look at one does "
    "not") {
  Tried tried({});
  tried.wait_for_answer();
  const experiment::Point around = tried.state().around;
  tried.lab().open("sums");
  tried.headless().frames(3);
  CHECK(tried.state().runs != nullptr);
  tried.grade_waits = true;
  tried.headless().press(key::kF5);
  tried.headless().frames(2);
  CHECK(tried.lab().runner().is_running());
  tried.grade_waits = false;
  tried.grade_waits.notify_all();
  tried.shown->wait_for_run();
  CHECK(tried.state().runs == nullptr);
  CHECK(tried.state().picture_of == nullptr);

  tried.lab().open("stride");
  tried.headless().frames(3);
  REQUIRE(tried.state().runs != nullptr);
  tried.wait_for_answer();
  CHECK(tried.state().runs->snapshot().answer != nullptr);
  CHECK(tried.state().around == around);
}

TEST_CASE("by the keyboard alone: a prediction, a slider, a value of the chart") {
  Tried tried({order_prediction()});
  tried.wait_for_answer();
  CHECK(tried.shown->state.focused == Pane::tabs);  // an experiment begins with its questions
  tried.focus("row s = 4");
  tried.headless().press(key::kDown);
  tried.headless().press(key::kDown);
  CHECK(tried.state().form.order == std::vector<size_t>{1, 2, 0});
  tried.focus("predict");
  tried.headless().press(key::kEnter);
  tried.headless().frames(2);
  REQUIRE(tried.kept("order"));
  CHECK(tried.kept("order")->right);
  tried.focus("parameter s");
  tried.headless().press(key::kRight);
  CHECK(tried.state().around == experiment::Point{1});
  tried.wait_for_answer();
  tried.focus("chart 1");
  tried.headless().press(key::kRight);
  tried.headless().press(key::kRight);
  CHECK(tried.state().charts.at(0).place == 1);
}

TEST_CASE("the kernels can be edited, and are run again with F5") {
  Tried tried({});
  tried.wait_for_answer();
  tried.lab().work()->document.code().replace_all("// other kernels\n");
  tried.headless().frames(3);
  CHECK(tried.script.asked().size() == 1);  // not with every key
  tried.headless().press(key::kF5);
  tried.wait_for_answer();
  REQUIRE(tried.script.asked().size() == 2);
  CHECK(tried.script.asked()[1].source == "// other kernels\n");
  CHECK(tried.lab().runs_ended() == 0);  // nothing was graded
}

TEST_CASE("kernels that cannot be run say why, and nothing is given away") {
  Tried tried({number_prediction()});
  tried.wait_for_answer();
  tried.script.error = "stride.cu does not compile: expected a \";\".";
  tried.headless().press(key::kF5);
  tried.wait_for_answer();
  CHECK(tried.state().runs->snapshot().error == tried.script.error);
  CHECK(tried.headless().has("predict"));
  CHECK(tried.headless().has("caret place"));
  CHECK(tried.headless().has("sweep again"));
  CHECK_FALSE(tried.headless().has("chart 1"));
}

TEST_CASE("a recording is shown with its GPU; where there is none, that is said") {
  Tried tried({}, [](experiment::Experiment& made) {
    made.rig.launches.clear();
    made.rig.student_file.clear();
    made.parameters.clear();
    made.swept.reset();
    made.series.clear();
    made.time_lines = {{"without waiting", "Timed without waiting"}, {"missing", "Not there"}};
    made.recordings = {sample_recording(), sample_recording()};
  });
  tried.headless().frames(3);
  CHECK(tried.headless().has("time line 1"));
  CHECK_FALSE(tried.headless().has("time line 2"));
  CHECK(tried.headless().has("recording 2"));
  CHECK_FALSE(tried.headless().has("parameter s"));
  // There is no text, so there is no editor, and saving and running do nothing.
  for (const auto& item : tried.headless().ui.items) CHECK_FALSE(item.is_text);
  CHECK_FALSE(tried.headless().has("caret place"));
  tried.headless().press('S', key::kControl);
  tried.headless().press(key::kF5);
  CHECK(tried.lab().notices().empty());

  Tried without({}, [](experiment::Experiment& made) {
    made.rig.launches.clear();
    made.rig.student_file.clear();
    made.parameters.clear();
    made.swept.reset();
    made.series.clear();
    made.time_lines = {{"without waiting", "Timed without waiting"}};
  });
  CHECK_FALSE(without.headless().has("time line 1"));
}

TEST_CASE("an experiment that cannot be read stands in the list with the reason and its file") {
  Shown shown([](SampleLab& sample) {
    sample.experiments =
        [](const std::filesystem::path& from) -> Result<std::vector<experiment::Entry>> {
      std::vector<experiment::Entry> entries;
      entries.push_back({from / "02-stride", Error{(from / "02-stride").string() +
                                                   "/experiment.toml:4: `sweep` is missing."}});
      return entries;
    };
  });
  const CourseEntry* broken = shown.lab->course().find("stride");
  REQUIRE(broken);
  CHECK(broken->error_line == 4);
  CHECK(broken->file == "experiment.toml");
  shown.lab->open("stride");
  shown.headless.frames(3);
  shown.headless.press('B', key::kControl | key::kShift);
  shown.headless.frames(2);
  CHECK(shown.headless.has("stride"));
  CHECK_FALSE(shown.headless.has("Experiment"));
}

TEST_CASE("what has not changed on disk stays as it is when the course is read again") {
  Tried tried({number_prediction()});
  tried.wait_for_answer();
  tried.state().form.number = "12";
  check_files(tried.lab());
  tried.headless().frames(3);
  CHECK(tried.state().form.number == "12");
  CHECK(tried.script.asked().size() == 1);
}

TEST_CASE("what can be pressed is whole in a small window") {
  for (const auto& prediction :
       {number_prediction(), order_prediction(), choice_prediction(), curve_prediction()}) {
    Tried tried({prediction}, {}, {1024, 700});
    tried.wait_for_answer();
    CHECK(tried.headless().is_whole("predict"));
    CHECK(tried.headless().is_whole("show without"));
  }
}

TEST_CASE("a picture of what was written follows the slider") {
  Tried tried({}, [](experiment::Experiment& made) {
    made.rig.buffers.emplace_back();
    made.rig.buffers.back().name = "out";
    made.rig.views.emplace_back();
    made.rig.views.back().buffer = "out";
  });
  tried.wait_for_answer();
  REQUIRE(tried.headless().has("picture"));
  CHECK(tried.state().shown_picture->text(PictureSide::actual, 0, 0) == "1");
  tried.focus("parameter s");
  tried.headless().press(key::kRight);
  tried.wait_for_answer();
  CHECK(tried.state().shown_picture->text(PictureSide::actual, 0, 0) == "2");
}

TEST_CASE("the list of keys is whole in a small window") {
  Tried tried({}, {}, {1024, 700});
  tried.headless().press(key::kF1);
  tried.headless().frames(3);
  CHECK(tried.headless().is_whole("close"));
}

TEST_CASE("the list of keys begins at its top, and what does not fit is a key away") {
  Tried tried({}, {}, {1024, 420});
  tried.headless().press(key::kF1);
  tried.headless().frames(3);
  CHECK(tried.headless().is_whole("close"));
  CHECK_FALSE(tried.headless().is_whole("end of the keys"));
  for (int i = 0; i < 4; ++i) tried.headless().press(key::kPageDown);
  tried.headless().frames(3);
  CHECK(tried.headless().is_whole("end of the keys"));
  for (int i = 0; i < 4; ++i) tried.headless().press(key::kPageUp);
  tried.headless().frames(3);
  CHECK(tried.headless().is_whole("close"));
}

TEST_CASE("where there is room all keys are in sight") {
  Tried tried({}, {}, {1440, 900});
  tried.headless().press(key::kF1);
  tried.headless().frames(3);
  CHECK(tried.headless().is_whole("close"));
  CHECK(tried.headless().is_whole("end of the keys"));
}

TEST_CASE("the keys lead from an experiment to the exercise beside it, and back") {
  Tried tried({number_prediction()});
  tried.wait_for_answer();
  for (const int direction : {key::kPageDown, key::kPageUp, key::kPageUp, key::kPageDown}) {
    tried.headless().press(direction, key::kAlt);
    tried.headless().frames(2);
    CHECK(tried.headless().has("Experiment") == (tried.lab().experiment() != nullptr));
  }
  REQUIRE(tried.lab().experiment());
  CHECK(tried.headless().has("predict"));
}
