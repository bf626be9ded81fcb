#include "draw/motion_view.hpp"

#include <cmath>

#include "draw/markdown_view.hpp"
#include "draw/motion_cells.hpp"
#include "exercise/motion.hpp"
#include "headless.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

const char* const kText = R"(
[[scene]]
title = "first"
[[scene.array]]
name = "a"
columns = 4
count_from = 0
[[scene.array]]
name = "b"
columns = 4
[[scene.step]]
say = "One."
[[scene.step]]
say = "Two."
move = [{ from = "a", to = "b" }]
[[scene]]
title = "second"
[[scene.array]]
name = "a"
rows = 3
columns = 40
group = 8
row_labels = ["row 0", "row 1", "row 2"]
[[scene.step]]
say = "Three, in a sentence that is long enough to be broken into several lines where it is narrow."
)";

// A picture that moves, shown by itself.
struct Moving {
  Headless headless{{800, 500}};
  exercise::Motion motion;
  MotionState state;
  float width = 600;

  Moving() {
    auto loaded = exercise::load_motion(kText, "a.motion.toml");
    REQUIRE_MESSAGE(loaded, loaded.error());
    motion = *loaded;
    headless.show([this] {
      draw_motion(headless.ui, state, motion, measure_motion(headless.ui, motion, width), {20, 20});
    });
    headless.frames(3);
  }
  bool is_idle() const { return headless.ui.wake_after > 1e6; }
  void seconds(double wanted) {
    for (int i = 0; i < static_cast<int>(wanted * 60); ++i) headless.frame();
  }
};

}  // namespace

TEST_CASE("one step on and back by the buttons, and not beyond the ends") {
  Moving moving;
  CHECK(motion_steps(moving.motion) == 3);
  moving.headless.click("motion back");
  CHECK(moving.state.step == 0);
  moving.headless.click("motion step");
  CHECK(moving.state.step == 1);
  moving.headless.click("motion step");
  moving.headless.click("motion step");
  CHECK(moving.state.step == 2);
  moving.headless.click("motion back");
  CHECK(moving.state.step == 1);
  CHECK_FALSE(moving.state.playing);
}

TEST_CASE("it plays to its end and stops there; playing again begins anew") {
  Moving moving;
  moving.headless.click("motion play");
  CHECK(moving.state.playing);
  moving.seconds(12);
  CHECK(moving.state.step == 2);
  CHECK_FALSE(moving.state.playing);
  moving.headless.click("motion play");
  CHECK(moving.state.playing);
  CHECK(moving.state.step == 0);
  moving.headless.click("motion play");
  CHECK_FALSE(moving.state.playing);
}

TEST_CASE("frames are asked for while it plays or something is on its way, and else none") {
  Moving moving;
  CHECK(moving.is_idle());
  moving.headless.click("motion step");  // carries
  CHECK_FALSE(moving.is_idle());
  CHECK(moving.headless.ui.wake_after < 0.1);
  moving.seconds(1);
  CHECK(moving.is_idle());
  moving.headless.click("motion play");
  moving.seconds(1);  // arrived: the next frame is that of the next step
  CHECK_FALSE(moving.is_idle());
  CHECK(moving.headless.ui.wake_after > 0.1);
  moving.headless.click("motion play");
  moving.seconds(1);
  CHECK(moving.is_idle());
}

TEST_CASE("a faster speed is through earlier") {
  const auto frames_to_the_end = [](int clicks, float speed) {
    Moving moving;
    for (int i = 0; i < clicks; ++i) moving.headless.click("motion speed");
    CHECK(moving.state.speed == speed);
    moving.headless.click("motion play");
    int frames = 0;
    while (moving.state.playing && frames < 3600) moving.headless.frame(), ++frames;
    return frames;
  };
  const int slowly = frames_to_the_end(0, 1), quickly = frames_to_the_end(1, 2);
  CHECK(quickly < slowly * 0.6);
  CHECK(quickly > slowly * 0.4);
}

TEST_CASE("the position bar is dragged, and moved by the arrows") {
  Moving moving;
  const ImVec2 bar = moving.headless.center_of("motion position");
  moving.headless.drag(bar, {bar.x + 500, bar.y});
  CHECK(moving.state.step == 2);
  ImGuiID id = 0;
  for (const auto& item : moving.headless.ui.items)
    if (item.name == "motion position") {
      id = item.id;
      CHECK(item.takes_arrows);
    }
  moving.headless.ui.nudge = {id, -1, 0};
  moving.headless.frame();
  moving.headless.ui.nudge = {};
  CHECK(moving.state.step == 1);
}

TEST_CASE("cells are as small as the pane wants it, and stay inside of it") {
  Moving moving;
  for (const float width : {260.0f, 360.0f, 780.0f}) {
    const exercise::MotionScene& wide = moving.motion.scenes[1];
    const MotionPlaces places = place_scene(moving.headless.ui, wide, width);
    INFO("width ", width);
    CHECK(places.size.x <= width + 40 * 7);
    if (width > 340) CHECK(places.size.x <= width);
    CHECK(places.cell >= 7);
    const float above = measure_motion(moving.headless.ui, moving.motion, width).height;
    CHECK(above > places.size.y);
  }
}

TEST_CASE("a statement shows the picture, and in place of a broken one what is wrong with it") {
  const TemporaryFolder folder;
  folder.write("good.motion.toml", kText);
  folder.write("bad.motion.toml", "[[scene]]\n");
  Headless headless;
  const MarkdownLayout good =
      lay_out(markdown::parse("![it moves](good.motion.toml)"), folder.path(), headless.ui, 500);
  REQUIRE(good.motions.size() == 1);
  CHECK(good.height >= good.motions[0].height);
  CHECK(good.motions[0].description == "it moves");
  for (const char* name : {"bad", "gone"}) {
    const MarkdownLayout layout =
        lay_out(markdown::parse("![it moves](" + std::string(name) + ".motion.toml)"),
                folder.path(), headless.ui, 5000);
    CHECK(layout.motions.empty());
    REQUIRE_FALSE(layout.runs.empty());
    CHECK(layout.runs[0].text.find(std::string(name) + ".motion.toml") != std::string::npos);
  }
}
