#include "live/live_view.hpp"

#include "sample_gpus.hpp"
#include "sample_picture.hpp"
#include "shown_live.hpp"

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

struct Watched : ShownLive {
  explicit Watched(const std::string& slug = "race")
      : ShownLive([](SampleLab& course) {
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
    headless.ui.ask(OpenExercise{slug});
    headless.frames(2);
    headless.frames(2);
  }
};

}  // namespace

TEST_CASE("an exercise about a race has a live tab, and others have none") {
  Watched shown;
  CHECK(shown.headless.has("Live"));
  shown.headless.press('5', kControl);
  shown.headless.frames(2);
  CHECK(shown.state.tab == Tab::live);
  CHECK(shown.headless.has("play"));
  shown.headless.ui.ask(OpenExercise{"copy"});
  shown.headless.frames(2);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("Live"));
  CHECK(shown.state.tab == Tab::result);
  shown.headless.press('5', kControl);
  CHECK(shown.state.tab == Tab::result);
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
    shown.headless.press('5', kControl);
    REQUIRE(shown.frames_until([&] { return shown.state.tabs.live.live && shown.now().frame; }));
    CHECK(shown.now().playing == at_once);
    if (at_once) CHECK(shown.frames_until([&] { return shown.now().launches >= 3; }));
  }
}

TEST_CASE("the picture of each launch is painted beside the right one, in textures of its own") {
  Watched shown;
  shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
    shown.headless.press('5', kControl);
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
    shown.headless.press('5', kControl);
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
    shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
  shown.headless.press('5', kControl);
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
