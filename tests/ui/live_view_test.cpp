#include "views/live.hpp"

#include "sample_picture.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

// Every launch loses as many of eight additions as its text has letters x, and the order decides where.
class LosingMachine final : public LiveMachine {
 public:
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>&) override {
    if (request.source.find("broken") != std::string::npos) return Error{"It does not compile."};
    lost_ = static_cast<float>(std::count(request.source.begin(), request.source.end(), 'x'));
    return true;
  }
  Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>&) override {
    const bool odd = schedule % 2 == 1;
    const std::vector<float> actual{odd ? 8 - lost_ : 8, odd ? 8 : 8 - lost_};
    return count_frame(schedule, std::make_shared<const Picture>(float_picture({1, 2}, actual, {8, 8})), true);
  }

 private:
  float lost_ = 0;
};

struct Watched : Shown {
  explicit Watched(const std::string& slug = "race")
      : Shown([](SampleLab& course) {
          course.change = [](exercise::Exercise& exercise) {
            if (exercise.slug != "race") return;
            exercise::Gate gate;
            gate.name = "race free";
            gate.metric = "race_free";
            exercise.gates = {gate};
            exercise.starter_fails = {"race free"};
          };
        }) {
    state.live.machine = [] { return std::make_unique<LosingMachine>(); };
    headless.click(slug);
    headless.frames(2);
  }
  template <class Done>
  bool frames_until(const Done& done) {
    for (int i = 0; i < 1000; ++i) {
      headless.frame();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  Live::Snapshot now() { return state.live.live->snapshot(); }
  bool shows(uint64_t order) {
    return frames_until([&] { return state.live.live && now().frame && now().frame->schedule == order; });
  }
};

}  // namespace

TEST_CASE("an exercise about a race has a live tab, and others have none") {
  Watched shown;
  CHECK(shown.headless.has("Live"));
  shown.headless.press('6', kControl);
  shown.headless.frames(2);
  CHECK(shown.state.tab == Tab::live);
  CHECK(shown.headless.has("play"));
  shown.headless.click("copy");
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("Live"));
  CHECK(shown.state.tab == Tab::results);
  shown.headless.press('6', kControl);
  CHECK(shown.state.tab == Tab::results);
}

TEST_CASE("play, pause, step and back do what they say") {
  Watched shown;
  shown.headless.click("Live");
  REQUIRE(shown.shows(1));
  shown.headless.click("play");
  REQUIRE(shown.frames_until([&] { return shown.now().launches >= 4; }));
  CHECK(shown.headless.ui.wake_after < 0.05);
  shown.headless.click("pause");
  CHECK_FALSE(shown.now().playing);
  REQUIRE(shown.frames_until([&] { return shown.now().frame->schedule == shown.now().schedule; }));
  const uint64_t at = shown.now().schedule;
  shown.headless.click("step");
  CHECK(shown.shows(at + 1));
  shown.headless.click("back");
  CHECK(shown.shows(at));
  shown.headless.frames(3);
  CHECK(shown.headless.ui.wake_after > 1);
}

TEST_CASE("the picture of each launch is painted beside the right one, in textures of its own") {
  Watched shown;
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  shown.headless.frames(2);
  const auto& paintings = shown.headless.painter.paintings;
  REQUIRE(paintings.size() >= 2);
  CHECK(paintings[0].slot == 8);
  CHECK(paintings[0].grid.values == std::vector<double>{7, 8});
  CHECK(paintings[1].slot == 9);
  CHECK(paintings[1].grid.values == std::vector<double>{8, 8});
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  shown.headless.frames(2);
  CHECK(paintings.size() >= 4);
  CHECK(paintings[2].grid.values == std::vector<double>{8, 7});
}

TEST_CASE("the text in the editor is followed when the typing rests") {
  Watched shown;
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  CHECK(shown.now().frame->sums->arrived == 15);  // "int x;"
  shown.lab->work()->document.code().place({0, 0});
  shown.state.editor.focus_request = true;
  shown.headless.frames(2);
  shown.headless.type("xx ");
  CHECK(shown.now().frame->sums->arrived == 15);
  CHECK(shown.frames_until([&] { return shown.now().frame && shown.now().frame->sums->arrived == 13; }));
  shown.headless.click("live starter");
  CHECK(shown.frames_until([&] { return shown.now().frame && shown.now().frame->sums->arrived == 15; }));
  shown.headless.click("live yours");
  CHECK(shown.frames_until([&] { return shown.now().frame && shown.now().frame->sums->arrived == 13; }));
}

TEST_CASE("nothing plays behind another tab") {
  Watched shown;
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  shown.headless.click("play");
  REQUIRE(shown.frames_until([&] { return shown.now().launches >= 3; }));
  shown.headless.press('1', kControl);
  shown.headless.frames(3);
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  const uint64_t before = shown.now().launches;
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK(shown.now().launches == before);
  shown.headless.press('6', kControl);
  CHECK(shown.frames_until([&] { return shown.now().launches > before + 2; }));
}

TEST_CASE("a launch is told in a sentence that says how much survived") {
  const auto frame = [](std::vector<float> actual, std::vector<float> expected, bool adds_up) {
    const std::vector<uint64_t> shape{1, actual.size()};
    return count_frame(1, std::make_shared<const Picture>(float_picture(shape, actual, expected)), adds_up);
  };
  CHECK(live_sentence(frame({1, 2}, {600, 600}, true), true) == "Of 1 200 additions 3 survived: 0.2 %.");
  CHECK(live_sentence(frame({600, 600}, {600, 600}, true), true) == "All 1 200 additions survived.");
  CHECK(live_sentence(frame({300, 300}, {600, 600}, true), false) ==
        "Of 1 200 that was to be added, 600 arrived: 50.0 %.");
  CHECK(live_sentence(frame({600, 600}, {600, 600}, true), false) == "All that was added arrived: 1 200.");
  CHECK(live_sentence(frame({1, 2}, {1, 3}, false), false) == "50.0 % of the elements are right.");
  CHECK(live_sentence(frame({1, 3}, {1, 3}, false), false) == "Every element is right.");
  // Never 100 % where something is missing.
  CHECK(live_sentence(frame({99999, 100000}, {100000, 100000}, true), true) ==
        "Of 200 000 additions 199 999 survived: 99.9 %.");
}
