// Live where a kernel makes steps of an image: they are played, dragged and fed with pictures.
#include "live/live_view.hpp"
#include "sample_picture.hpp"
#include "shown_live.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

// Steps whose picture is their number and the first slider's value.
class CountingSteps final : public LiveMachine {
 public:
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>&) override {
    if (request.source.starts_with("broken"))
      return Error{"It does not compile. Line 1: expected a declaration"};
    values_ = request.values;
    compares_ = request.compares;
    if (request.begins_at) done_ = 0;
    return true;
  }
  Result<bool> change(const exercise::LiveValues& values) override {
    values_ = values;
    return true;
  }
  Result<LiveFrame> launch(uint64_t step, const std::atomic<bool>&) override {
    done_ = step;
    const std::vector<float> actual{static_cast<float>(done_),
                                    static_cast<float>(values_.parameters.at(0))};
    return count_frame(
        done_, std::make_shared<const Picture>(float_picture({1, 2}, actual, actual)), false);
  }

 private:
  exercise::LiveValues values_;
  uint64_t done_ = 0;
  bool compares_ = true;
};

struct Stepped : ShownLive {
  Stepped()
      : ShownLive([](SampleLab& course) {
          course.change = [](exercise::Exercise& exercise) {
            if (exercise.slug != "race") return;
            exercise::LiveSpec live;
            live.size = exercise.sizes.empty() ? exercise::SizeSet{} : exercise.sizes.front();
            live.step = "sweep";
            live.parameters = {{"gamma", "Likeness gamma", 0, 2, 0.5, 1, false, {}, -1}};
            exercise::LiveBuffer level;
            level.title = "Bright";
            level.choices.resize(2);
            level.choices[0].title = "Everywhere";
            level.choices[1].title = "As a picture";
            level.choices[1].fill.picture = std::make_shared<exercise::GreyPicture>();
            live.buffers = {level};
            exercise.live = std::make_shared<const exercise::LiveSpec>(live);
          };
        }) {
    state.tabs.live.machine = [] { return std::make_unique<CountingSteps>(); };
    headless.ui.ask(OpenExercise{"race"});
    headless.frames(2);
    headless.frames(2);
    headless.press('5', kControl);
  }
  double turned() { return now().frame->picture->value(PictureSide::actual, 0, 1); }
  void use_tab() {  // as a click on it does
    state.focus_request = Pane::tabs;
    state.editor.focused = false;
    headless.frames(3);
  }
};

}  // namespace

TEST_CASE("steps are played, made one by one, and begin again") {
  Stepped shown;
  REQUIRE(shown.shows(0));
  shown.headless.click("step");
  REQUIRE(shown.shows(1));
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  shown.headless.click("play");
  REQUIRE(shown.frames_until([&] { return shown.now().frame->schedule >= 5; }));
  shown.headless.click("pause");
  CHECK_FALSE(shown.now().playing);
  shown.headless.click("restart");
  CHECK(shown.shows(0));
}

TEST_CASE("space plays and pauses, S is a step, R begins again, and the text keeps its letters") {
  Stepped shown;
  REQUIRE(shown.shows(0));
  shown.use_tab();
  shown.headless.press('S');
  REQUIRE(shown.shows(1));
  shown.headless.press(' ');
  REQUIRE(shown.frames_until([&] { return shown.now().frame->schedule >= 4; }));
  CHECK(shown.now().playing);
  shown.headless.press(' ');
  shown.headless.frames(2);
  CHECK_FALSE(shown.now().playing);
  shown.headless.press('R');
  CHECK(shown.shows(0));
  // In the text these are letters.
  shown.state.editor.focus_request = true;
  shown.headless.frames(3);
  shown.headless.press(' ');
  shown.headless.press('S');
  shown.headless.frames(3);
  CHECK_FALSE(shown.now().playing);
  CHECK(shown.now().schedule == 0);
}

TEST_CASE("a slider and a choice act on the steps that follow, which go on") {
  Stepped shown;
  REQUIRE(shown.shows(0));
  shown.headless.click("step");
  REQUIRE(shown.shows(1));
  CHECK(shown.turned() == 1);
  shown.state.tabs.live.values.parameters[0] = 2;  // as its slider does
  shown.state.tabs.live.live->change(shown.state.tabs.live.values);
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  CHECK(shown.turned() == 2);
  CHECK(shown.headless.has("Likeness gamma"));
  shown.headless.click("Bright As a picture");
  shown.headless.frames(2);
  CHECK(shown.state.tabs.live.values.choices[0] == 1);
  CHECK(shown.headless.has("picture path"));
  CHECK(shown.now().schedule == 2);
}

TEST_CASE("a picture that is dropped is drawn from, and a bad one is refused in a sentence") {
  Stepped shown;
  REQUIRE(shown.shows(0));
  LiveState& live = shown.state.tabs.live;
  shown.headless.ui.dropped_files = {WARPLAB_SOURCE_DIR "/docs/WINDOW.md"};
  shown.headless.frames(2);
  CHECK(live.picture_trouble ==
        "The picture was not taken: \"WINDOW.md\" is not a picture that can be read; expected a "
        "PNG.");
  CHECK(live.values.choices[0] == 0);
  shown.headless.ui.dropped_files = {WARPLAB_SOURCE_DIR
                                     "/exercises/61-ising-checkerboard/planet.png"};
  shown.headless.frames(2);
  CHECK(live.picture_trouble.empty());
  CHECK(live.picture_name == "planet.png");
  CHECK(live.values.choices[0] == 1);
  REQUIRE(live.values.picture);
  CHECK(live.values.picture->width == 256);
}

TEST_CASE("a kernel that does not compile is told, and its image stays") {
  Stepped shown;
  REQUIRE(shown.shows(0));
  shown.headless.click("step");
  REQUIRE(shown.shows(1));
  shown.lab->work()->document.code().place({0, 0});
  shown.state.editor.focus_request = true;
  shown.headless.frames(2);
  shown.headless.type("broken ");
  REQUIRE(shown.frames_until([&] { return shown.now().phase == Live::Phase::failed; }));
  CHECK(shown.now().error.starts_with("It does not compile"));
  REQUIRE(shown.now().frame);
  CHECK(shown.now().frame->schedule == 1);
  // Mended, it goes on.
  shown.state.tabs.live.seen_version = 0;
  shown.lab->work()->document.code().place({0, 0});
  shown.headless.type("// ");
  REQUIRE(shown.frames_until([&] { return shown.now().phase == Live::Phase::ready; }));
  shown.headless.click("step");
  CHECK(shown.shows(2));
}
