#include "views/live.hpp"

#include "sample_gpus.hpp"
#include "sample_picture.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

// Every launch loses as many of eight additions as its text has letters x, and the order decides
// where. On a GPU that draws: each picture lies in the window's memory, too, at 100 times its
// order.
class LosingMachine final : public LiveMachine {
 public:
  explicit LosingMachine(bool on_device = false, std::string why_on_host = {})
      : on_device_(on_device), why_on_host_(std::move(why_on_host)) {}
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>&) override {
    if (request.source.find("broken") != std::string::npos) return Error{"It does not compile."};
    lost_ = static_cast<float>(std::count(request.source.begin(), request.source.end(), 'x'));
    return true;
  }
  Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>&) override {
    const bool odd = schedule % 2 == 1;
    const std::vector<float> actual{odd ? 8 - lost_ : 8, odd ? 8 : 8 - lost_};
    LiveFrame frame = count_frame(
        schedule, std::make_shared<const Picture>(float_picture({1, 2}, actual, {8, 8})), true);
    if (on_device_) frame.on_device = 100 * schedule;
    frame.why_on_host = why_on_host_;
    return frame;
  }

 private:
  bool on_device_;
  std::string why_on_host_;
  float lost_ = 0;
};

// The window's memory of a GPU.
class FakeDevicePictures final : public DevicePictures {
 public:
  struct Painting {
    int slot;
    uint64_t offset;
    int rows, columns;
  };
  std::vector<Painting> paintings;
  std::string failure;  // of every painting
  const std::string& uuid() const override { return uuid_; }
  int descriptor() override { return -1; }
  uint64_t bytes() const override { return 1 << 20; }
  Result<ImTextureID> paint(int slot, uint64_t offset, int rows, int columns, const ValueRange&,
                            const ColorMap&) override {
    if (!failure.empty()) return Error{failure};
    paintings.push_back({slot, offset, rows, columns});
    return ImTextureID{};
  }

 private:
  std::string uuid_ = "GPU-1";
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
    state.tabs.live.machine = [] { return std::make_unique<LosingMachine>(); };
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
  Live::Snapshot now() { return state.tabs.live.live->snapshot(); }
  bool shows(uint64_t order) {
    return frames_until(
        [&] { return state.tabs.live.live && now().frame && now().frame->schedule == order; });
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

TEST_CASE("asked for at the start, the first look plays") {
  for (const bool at_once : {true, false}) {
    Watched shown;
    shown.state.tabs.live.plays_at_once = at_once;
    shown.headless.press('6', kControl);
    REQUIRE(shown.frames_until([&] { return shown.state.tabs.live.live && shown.now().frame; }));
    CHECK(shown.now().playing == at_once);
    if (at_once) CHECK(shown.frames_until([&] { return shown.now().launches >= 3; }));
  }
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
  // What was lost is seen on the scale of what should be there.
  CHECK(paintings[0].range.low == paintings[1].range.low);
  CHECK(paintings[0].range.high == paintings[1].range.high);
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  shown.headless.frames(2);
  CHECK(paintings.size() >= 4);
  CHECK(paintings[2].grid.values == std::vector<double>{8, 7});
}

TEST_CASE("a picture in the memory of the GPU that draws is painted from there") {
  Watched shown;
  shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
  FakeDevicePictures device;
  shown.headless.ui.device_pictures = &device;
  shown.state.tabs.live.machine = [] { return std::make_unique<LosingMachine>(true); };
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  shown.headless.frames(2);
  REQUIRE_FALSE(device.paintings.empty());
  CHECK(device.paintings.back().offset == 100);
  CHECK(device.paintings.back().rows == 1);
  CHECK(device.paintings.back().columns == 2);
  CHECK(shown.headless.ui.interop_trouble.empty());
  // Of the host's only the right answer.
  REQUIRE_FALSE(shown.headless.painter.paintings.empty());
  for (const auto& painting : shown.headless.painter.paintings) CHECK(painting.slot == 9);
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  shown.headless.frames(2);
  CHECK(device.paintings.back().offset == 200);
}

TEST_CASE(
    "where that fails, the picture comes through the host, and the window says why until it works "
    "again") {
  Watched shown;
  shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
  FakeDevicePictures device;
  shown.headless.ui.device_pictures = &device;
  bool is_refused = false;
  SUBCASE("the window cannot copy it") { device.failure = "cuGraphicsMapResources failed"; }
  SUBCASE("the worker refused the memory") { is_refused = true; }
  shown.state.tabs.live.machine = [&] {
    return std::make_unique<LosingMachine>(!is_refused, is_refused ? "the driver is too old" : "");
  };
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  shown.headless.frames(2);
  CHECK(device.paintings.empty());
  CHECK(shown.headless.ui.interop_trouble ==
        (is_refused ? "the driver is too old" : "cuGraphicsMapResources failed"));
  REQUIRE_FALSE(shown.headless.painter.paintings.empty());
  CHECK(shown.headless.painter.paintings[0].slot == 8);
  CHECK(shown.headless.painter.paintings[0].grid.values == std::vector<double>{7, 8});
  if (is_refused) return;
  device.failure.clear();
  shown.headless.click("step");
  REQUIRE(shown.shows(2));
  shown.headless.frames(2);
  CHECK(shown.headless.ui.interop_trouble.empty());
}

TEST_CASE(
    "interop that is found to work after the first launch is used from then on, on its own GPU "
    "only") {
  for (const bool is_own : {true, false}) {
    Watched shown;
    shown.move_to(machine_with({{is_own ? "GPU-1" : "GPU-2", "NVIDIA H200"}}));
    std::atomic<int> machines = 0;
    shown.state.tabs.live.machine = [&] {
      ++machines;
      return std::make_unique<LosingMachine>(true);
    };
    shown.headless.press('6', kControl);
    REQUIRE(shown.shows(1));
    shown.headless.frames(2);
    CHECK(machines == 1);
    CHECK(shown.headless.painter.paintings.at(0).slot == 8);
    FakeDevicePictures device;
    shown.headless.ui.device_pictures = &device;
    shown.headless.frames(2);
    REQUIRE(shown.shows(1));
    shown.headless.frames(2);
    CHECK(machines == (is_own ? 2 : 1));
    CHECK(device.paintings.empty() == !is_own);
    shown.headless.click("step");
    REQUIRE(shown.shows(2));
    shown.headless.frames(2);
    CHECK(shown.headless.ui.interop_trouble == (is_own ? "" : "another GPU draws this window"));
  }
}

TEST_CASE("interop that is left while launches play is done without from then on") {
  Watched shown;
  shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
  shown.state.tabs.live.machine = [] { return std::make_unique<LosingMachine>(true); };
  {
    FakeDevicePictures device;
    shown.headless.ui.device_pictures = &device;
    shown.headless.press('6', kControl);
    REQUIRE(shown.shows(1));
    shown.headless.click("play");
    REQUIRE(shown.frames_until([&] { return device.paintings.size() > 1; }));
    shown.headless.ui.device_pictures = nullptr;
  }
  shown.headless.painter.paintings.clear();
  CHECK(shown.frames_until([&] {
    const auto& paintings = shown.headless.painter.paintings;
    return std::any_of(paintings.begin(), paintings.end(),
                       [](const auto& painting) { return painting.slot == 8; });
  }));
  CHECK(shown.now().playing);
}

TEST_CASE(
    "launches on a GPU beside which drawing takes seconds are paused, and those of the simulator "
    "are not") {
  for (const bool on_gpu : {true, false}) {
    Watched shown;
    if (on_gpu) shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
    shown.headless.press('6', kControl);
    REQUIRE(shown.shows(1));
    shown.headless.click("play");
    REQUIRE(shown.frames_until([&] { return shown.now().launches >= 3; }));
    const auto draw_slowly = [&] {
      shown.headless.ui.frame_seconds = 19;
      shown.headless.frame();
      shown.headless.ui.frame_seconds = 0.01;
      shown.headless.frames(2);
    };
    draw_slowly();
    CHECK(shown.now().playing != on_gpu);
    CHECK(shown.state.tabs.live.why_paused ==
          (on_gpu ? "Paused: beside launches on this GPU drawing took 19 s." : ""));
    if (!on_gpu) continue;
    // The student may try again, and the reason goes.
    shown.headless.click("play");
    shown.headless.frame();
    CHECK(shown.now().playing);
    CHECK(shown.state.tabs.live.why_paused.empty());
    // Interop is left as well; what takes its place stays paused.
    FakeDevicePictures device;
    shown.headless.ui.device_pictures = &device;
    shown.headless.frames(2);
    REQUIRE(shown.shows(1));
    CHECK(shown.now().playing);
    shown.headless.ui.device_pictures = nullptr;
    draw_slowly();
    CHECK_FALSE(shown.now().playing);
    CHECK_FALSE(shown.state.tabs.live.why_paused.empty());
  }
}

TEST_CASE("a frame in which CUDA was loaded may take long") {
  Watched shown;
  shown.state.tabs.live.plays_at_once = true;
  shown.move_to(machine_with({{"GPU-1", "NVIDIA H200"}}));
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  FakeDevicePictures device;
  shown.headless.ui.device_pictures = &device;
  shown.headless.frame();  // asks for its memory
  shown.headless.ui.frame_seconds = 5;
  shown.headless.frame();
  shown.headless.ui.frame_seconds = 0.01;
  CHECK(shown.frames_until([&] { return shown.now().launches >= 3; }));
  CHECK(shown.state.tabs.live.why_paused.empty());
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
  CHECK(shown.frames_until(
      [&] { return shown.now().frame && shown.now().frame->sums->arrived == 13; }));
  shown.headless.click("live starter");
  CHECK(shown.frames_until(
      [&] { return shown.now().frame && shown.now().frame->sums->arrived == 15; }));
  shown.headless.click("live yours");
  CHECK(shown.frames_until(
      [&] { return shown.now().frame && shown.now().frame->sums->arrived == 13; }));
}

TEST_CASE("nothing plays behind another tab") {
  Watched shown;
  shown.headless.press('6', kControl);
  REQUIRE(shown.shows(1));
  shown.headless.click("play");
  REQUIRE(shown.frames_until([&] { return shown.now().launches >= 3; }));
  shown.headless.press('1', kControl);
  shown.headless.frames(3);
  // The last one may still come: it is waited for until nothing changes.
  uint64_t before = shown.now().launches;
  bool settled = false;
  for (int i = 0; i < 150 && !settled; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    settled = shown.now().launches == before;
    before = shown.now().launches;
  }
  CHECK(settled);
  shown.headless.press('6', kControl);
  CHECK(shown.frames_until([&] { return shown.now().launches > before + 2; }));
}

TEST_CASE("a launch is told in a sentence that says how much survived") {
  const auto frame = [](std::vector<float> actual, std::vector<float> expected, bool adds_up) {
    const std::vector<uint64_t> shape{1, actual.size()};
    return count_frame(1, std::make_shared<const Picture>(float_picture(shape, actual, expected)),
                       adds_up);
  };
  CHECK(live_sentence(frame({1, 2}, {600, 600}, true), true) ==
        "Of 1200 additions 3 survived: 0.2 %.");
  CHECK(live_sentence(frame({600, 600}, {600, 600}, true), true) == "All 1200 additions survived.");
  CHECK(live_sentence(frame({300, 300}, {600, 600}, true), false) ==
        "Of 1200 that was to be added, 600 arrived: 50.0 %.");
  CHECK(live_sentence(frame({600, 600}, {600, 600}, true), false) ==
        "All that was added arrived: 1200.");
  CHECK(live_sentence(frame({1, 2}, {1, 3}, false), false) == "50.0 % of the elements are right.");
  CHECK(live_sentence(frame({1, 3}, {1, 3}, false), false) == "Every element is right.");
  // Never 100 % where something is missing.
  CHECK(live_sentence(frame({99999, 100000}, {100000, 100000}, true), true) ==
        "Of 200 000 additions 199 999 survived: 99.9 %.");
}

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

struct Stepped : Shown {
  Stepped()
      : Shown([](SampleLab& course) {
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
    headless.click("race");
    headless.frames(2);
    headless.press('6', kControl);
  }
  Live::Snapshot now() { return state.tabs.live.live->snapshot(); }
  template <class Done>
  bool frames_until(const Done& done) {
    for (int i = 0; i < 1000; ++i) {
      headless.frame();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  bool shows(uint64_t step) {
    return frames_until(
        [&] { return state.tabs.live.live && now().frame && now().frame->schedule == step; });
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
