#include "draw/pane_places.hpp"

#include <doctest/doctest.h>

#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

PanePlaces at_size(ImVec2 size, const PaneWish& wish = {}, const Layout& layout = {},
                   float scale = 1) {
  return places_of(layout, wish, {{0, 52}, {size.x, size.y - 78}}, scale);
}

// How many columns of code are in sight beside the gutter and the scroll bar, at the ordinary size
// of text.
float columns_in(const PanePlaces& places) {
  ImFontAtlas atlas;
  const Fonts fonts = build_fonts(atlas, Settings{}.font_size);
  const float advance = fonts.code->GetCharAdvance('0');
  const float gutter = 3 + 4 * fonts.code_small->GetCharAdvance('0') + 4 + 4 + 2 * advance + 7;
  constexpr float kScrollBar = 12;
  return std::floor((places.text.size.x - gutter - kScrollBar) / advance);
}

}  // namespace

TEST_CASE("80 columns of code are in sight from 1280 x 720 on, while one reads and after a run") {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1440, 900}, ImVec2{1920, 1080}})
    for (const bool reads : {true, false}) {
      PaneWish wish;
      wish.reads = reads;
      CHECK(columns_in(at_size(size, wish)) >= 80);
    }
}

TEST_CASE("one reads beside the text, and has the result there after a run") {
  for (const auto& [size, scale] : {std::pair{ImVec2{1024, 700}, 1.0f},
                                    {ImVec2{1440, 900}, 1.0f},
                                    {ImVec2{1920, 1080}, 2.0f}}) {
    PaneWish wish;
    wish.reads = true;
    const PanePlaces first = at_size(size, wish, {}, scale);
    CHECK(first.is_narrow);
    CHECK(first.is_shown(Pane::statement));
    CHECK_FALSE(first.is_shown(Pane::tabs));
    CHECK(first.right_strip.is_shown());
    wish.reads = false;
    const PanePlaces second = at_size(size, wish, {}, scale);
    CHECK_FALSE(second.is_shown(Pane::statement));
    CHECK(second.is_shown(Pane::tabs));
    CHECK(second.left_strip.is_shown());
    CHECK(second.text.size.x > 0.5f * size.x);
    CHECK(second.tabs.size.x == first.statement.size.x);  // the width that it had
  }
}

TEST_CASE("a large window has the statement in a column beside what came of a run") {
  PaneWish wish;
  const PanePlaces works = at_size({1920, 1080}, wish);
  CHECK_FALSE(works.is_narrow);
  CHECK(works.is_shown(Pane::statement));
  CHECK(works.is_shown(Pane::tabs));
  wish.reads = true;
  const PanePlaces reads = at_size({1920, 1080}, wish);
  CHECK(reads.statement.size.x > works.statement.size.x + 200);
  CHECK_FALSE(reads.is_shown(Pane::tabs));
}

TEST_CASE("panes do not overlap and leave no gap, whatever is folded away") {
  for (int folds = 0; folds < 16; ++folds)
    for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1440, 900}, ImVec2{3840, 2160}})
      for (const bool reads : {true, false}) {
        Layout layout;
        layout.left_folded = folds & 1;
        layout.right_folded = folds & 2;
        layout.course_folded = folds & 4;
        PaneWish wish;
        wish.reads = reads;
        wish.shows_code = folds & 8;
        const PanePlaces places = at_size(size, wish, layout);
        const std::vector<Rect> all = {places.course,     places.statement, places.text,
                                       places.code,       places.tabs,      places.left_strip,
                                       places.right_strip};
        float area = 0;
        for (size_t i = 0; i < all.size(); ++i) {
          area += all[i].size.x * all[i].size.y;
          for (size_t j = 0; j < i; ++j) {
            if (!all[i].is_shown() || !all[j].is_shown()) continue;
            const bool apart = all[i].at.x >= all[j].at.x + all[j].size.x ||
                               all[j].at.x >= all[i].at.x + all[i].size.x ||
                               all[i].at.y >= all[j].at.y + all[j].size.y ||
                               all[j].at.y >= all[i].at.y + all[i].size.y;
            CHECK(apart);
          }
        }
        // What is left are bars.
        CHECK(area > 0.97f * places.area.size.x * places.area.size.y);
        CHECK(area <= places.area.size.x * places.area.size.y);
      }
}

TEST_CASE("panes fold away by a key and by a handle, and the settings remember it") {
  Shown shown;
  SUBCASE("the left column") {
    shown.headless.press('B', kControl);
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("hint"));
    CHECK(shown.lab->settings().layout.left_folded);
    shown.headless.click("unfold left");
    shown.headless.frames(2);
    CHECK(shown.headless.has("hint"));
    shown.headless.click("fold left");
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("hint"));
  }
  SUBCASE("the right column") {
    shown.headless.press('B', kControl | kAlt);
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("Result"));
    CHECK(shown.lab->settings().layout.right_folded);
    shown.headless.click("unfold right");
    shown.headless.frames(2);
    CHECK(shown.headless.has("Result"));
    shown.headless.click("fold right");
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("Result"));
    shown.headless.press('2', kControl);  // whoever asks for a tab gets to see it
    shown.headless.frames(2);
    CHECK(shown.headless.has("Result"));
  }
  SUBCASE("the list of the course, which goes once one is chosen") {
    CHECK_FALSE(shown.headless.has("sums"));
    shown.headless.click("course line");
    shown.headless.frames(2);
    CHECK(shown.headless.has("sums"));
    CHECK_FALSE(shown.headless.has("hint"));
    shown.headless.click("sums");
    shown.headless.frames(2);
    CHECK(shown.lab->entry()->slug == "sums");
    CHECK(shown.headless.has("hint"));
    shown.headless.press('B', kControl | kShift);
    shown.headless.frames(2);
    CHECK_FALSE(shown.lab->settings().layout.course_folded);
  }
  shown.lab->tick();
  const Layout& layout = shown.lab->settings().layout;
  CHECK(load_settings(shown.sample.places().user.settings).layout == layout);
}

TEST_CASE("F6 passes over what is folded away") {
  Shown shown;
  shown.headless.press('B', kControl);
  for (int i = 0; i < 8; ++i) {
    shown.headless.press(kF6);
    shown.headless.frames(2);
    CHECK(shown.state.places.is_shown(shown.state.focused));
  }
  CHECK(shown.lab->settings().layout.left_folded);
}

TEST_CASE("an exercise is read until its first run, and F2 goes to and fro, for each by itself") {
  Shown shown([](SampleLab&) {}, {1024, 700});
  shown.lab->settings().reads.clear();
  shown.headless.frames(2);
  CHECK(shown.headless.has("hint"));
  CHECK_FALSE(shown.headless.has("Result"));
  shown.headless.press(kF5);
  shown.wait_for_run();
  CHECK(shown.headless.has("Result"));
  CHECK_FALSE(shown.headless.has("hint"));
  shown.headless.press(kPageDown, kAlt);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("Result"));  // this one was not run
  shown.headless.press(kPageUp, kAlt);
  shown.headless.press(kF2);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("Result"));
  CHECK(shown.headless.has("hint"));
  shown.lab->tick();
  CHECK(load_settings(shown.sample.places().user.settings).reads.at("copy"));
  shown.headless.press(kF2);
  shown.headless.frames(2);
  CHECK(shown.headless.has("Result"));
}

TEST_CASE("a hint is offered in the card of a run that failed, and stands there") {
  for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1700, 1000}}) {
    Shown shown([](SampleLab&) {}, size);
    CHECK_FALSE(shown.headless.has("hint for verdict"));
    shown.headless.press(kF5);
    shown.wait_for_run();
    REQUIRE(shown.headless.has("hint for verdict"));
    CHECK_FALSE(shown.headless.has("hint in card"));
    shown.headless.click("hint for verdict");
    shown.headless.frames(2);
    CHECK(shown.headless.has("hint in card"));
    CHECK(shown.headless.has("Result"));
    shown.headless.click("hint for verdict");
    shown.headless.frames(2);
    CHECK(shown.lab->work()->hints_shown == 2);
    CHECK_FALSE(shown.headless.has("hint for verdict"));  // that was the last
  }
  Shown passed;
  passed.headless.type("fixed ");
  passed.headless.press(kF5);
  passed.wait_for_run();
  CHECK_FALSE(passed.headless.has("hint for verdict"));
}

TEST_CASE("what the compiler made stands below the text, and goes by the same key") {
  Shown shown;
  const float height = shown.state.places.text.size.y;
  shown.headless.press('P', kControl);
  shown.headless.frames(2);
  CHECK(shown.state.places.code.is_shown());
  CHECK(shown.state.places.text.size.y < height);
  CHECK(shown.headless.has("code height"));
  shown.headless.click("code below");
  shown.headless.frames(2);
  CHECK_FALSE(shown.state.places.code.is_shown());
}

TEST_CASE("what is to be done stays in sight while the theory scrolls") {
  Shown shown([](SampleLab& sample) {
    std::string text = "# Long\n\n## What to do\n\nSwap the numbers.\n\n## Why\n\n";
    for (int i = 0; i < 200; ++i) text += "A line of many.\n\n";
    text += "## The next question\n\nAnd four numbers?\n";
    const auto made = sample_exercise(sample.places().exercises, 1, "copy");
    write(made.folder / made.statement_file, text);
  });
  CHECK_FALSE(shown.headless.has("task line"));  // it is there already
  CHECK(shown.headless.has("section The next question"));
  shown.headless.click("section Why");
  shown.headless.frames(2);
  const ImVec2 middle = shown.headless.center_of("hint");
  shown.headless.wheel({middle.x - 100, middle.y - 200}, -20);
  shown.headless.frames(3);
  REQUIRE(shown.headless.has("task line"));
  CHECK(shown.state.statement.task.layout.height > 0);
  shown.headless.click("task line");
  CHECK(shown.lab->settings().layout.task_folded);
}

TEST_CASE("the verdict keeps its room in the top bar, and nothing falls off at the right") {
  for (const float width : {683.0f, 800.0f, 960.0f, 1024.0f, 1280.0f, 1440.0f}) {
    CAPTURE(width);
    const Shown shown([](SampleLab&) {}, {width, 700});
    float left = 0, right = width;
    for (const Ui::PlacedItem& item : shown.headless.ui.items) {
      if (item.pane != Pane::top) continue;
      CHECK(item.max.x <= width);
      if (item.name == "run" || item.name == "device" || item.name == "run on save")
        left = std::max(left, item.max.x);
      if (item.name == "theme" || item.name == "menu button") right = std::min(right, item.min.x);
    }
    CHECK(left > 0);
    CHECK(right - left > 300);
  }
}

TEST_CASE("what has left the top bar of a small window is in its menu, and in no other") {
  Shown shown([](SampleLab&) {}, {683, 700});
  CHECK_FALSE(shown.headless.has("run on save"));
  CHECK_FALSE(shown.headless.has("device"));
  shown.headless.click("menu button");
  shown.headless.frames(2);
  REQUIRE(shown.headless.has("menu run on save"));
  shown.headless.click("menu run on save");
  CHECK(shown.lab->settings().run_on_save);
  const Shown large;
  CHECK(large.headless.has("run on save"));
  CHECK(large.headless.has("device"));
}
