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

TEST_CASE("80 columns of code are in sight at 1440 x 900 and 100 at 1920 x 1080, beside the rest") {
  for (const auto& [size, columns] :
       {std::pair{ImVec2{1440, 900}, 80}, {ImVec2{1920, 1080}, 100}}) {
    const PanePlaces places = at_size(size);
    CHECK(columns_in(places) >= columns);
    for (const Pane pane : {Pane::course, Pane::statement, Pane::tabs, Pane::messages})
      CHECK(places.is_shown(pane));
  }
}

TEST_CASE("in a small window one pane stands beside the editor, and in a large one both do") {
  for (const auto& [size, scale] :
       {std::pair{ImVec2{1024, 700}, 1.0f}, {ImVec2{1440, 900}, 1.5f}}) {
    PaneWish wish;
    const PanePlaces first = at_size(size, wish, {}, scale);
    CHECK(first.is_narrow);
    CHECK(first.is_shown(Pane::statement));
    CHECK_FALSE(first.is_shown(Pane::tabs));
    CHECK(first.right_strip.is_shown());
    wish.side = Side::tabs;
    const PanePlaces second = at_size(size, wish, {}, scale);
    CHECK_FALSE(second.is_shown(Pane::statement));
    CHECK(second.is_shown(Pane::tabs));
    CHECK(second.left_strip.is_shown());
    CHECK(second.text.size.x > 0.5f * size.x);
  }
  const PanePlaces large = at_size({1440, 900});
  CHECK_FALSE(large.is_narrow);
  CHECK(large.is_shown(Pane::statement));
  CHECK(large.is_shown(Pane::tabs));
}

TEST_CASE("panes do not overlap and leave no gap, whatever is folded away") {
  for (int folds = 0; folds < 16; ++folds)
    for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1440, 900}, ImVec2{3840, 2160}})
      for (const Reading reading : {Reading::in_column, Reading::beside_code, Reading::over_code}) {
        Layout layout;
        layout.left_folded = folds & 1;
        layout.right_folded = folds & 2;
        layout.course_folded = folds & 4;
        layout.messages_folded = folds & 8;
        PaneWish wish;
        wish.reading = reading;
        wish.messages = [](float) { return 500.0f; };
        const PanePlaces places = at_size(size, wish, layout);
        const std::vector<Rect> all = {places.course,     places.statement, places.text,
                                       places.tabs,       places.messages,  places.left_strip,
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

TEST_CASE("messages are a line until there is something to say, and take no more than they need") {
  PaneWish wish;
  wish.messages = [](float) { return 0.0f; };
  const PanePlaces silent = at_size({1440, 900}, wish);
  CHECK(silent.messages_are_a_line);
  CHECK(silent.messages.size.y < 40);
  wish.messages = [](float) { return 90.0f; };
  const PanePlaces few = at_size({1440, 900}, wish);
  CHECK_FALSE(few.messages_are_a_line);
  CHECK(few.messages.size.y == 90);
  wish.messages = [](float) { return 2000.0f; };
  CHECK(at_size({1440, 900}, wish).messages.size.y == doctest::Approx(0.2f * 822).epsilon(0.01));
  Layout folded;
  folded.messages_folded = true;
  CHECK(at_size({1440, 900}, wish, folded).messages_are_a_line);
}

TEST_CASE("panes fold away by a key and by a handle, and the settings remember it") {
  Shown shown;
  SUBCASE("the left column") {
    shown.headless.press('B', kControl);
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("copy"));
    CHECK(shown.lab->settings().layout.left_folded);
    shown.headless.click("unfold left");
    shown.headless.frames(2);
    CHECK(shown.headless.has("copy"));
    shown.headless.click("fold left");
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("copy"));
  }
  SUBCASE("the right column") {
    shown.headless.press('B', kControl | kAlt);
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("Results"));
    CHECK(shown.lab->settings().layout.right_folded);
    shown.headless.click("unfold right");
    shown.headless.frames(2);
    CHECK(shown.headless.has("Results"));
    shown.headless.click("fold right");
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("Results"));
    shown.headless.press('2', kControl);  // whoever asks for a tab gets to see it
    shown.headless.frames(2);
    CHECK(shown.headless.has("Results"));
  }
  SUBCASE("the list of the course") {
    shown.headless.click("fold course");
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("copy"));
    CHECK(shown.headless.has("fold left"));
    CHECK(shown.lab->settings().layout.course_folded);
    shown.headless.press('B', kControl | kShift);
    shown.headless.frames(2);
    CHECK(shown.headless.has("copy"));
  }
  SUBCASE("the messages") {
    CHECK_FALSE(shown.headless.has("message 0"));
    shown.headless.press(kF5);
    shown.wait_for_run();
    CHECK(shown.headless.has("messages height"));
    shown.headless.press('J', kControl);
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("messages height"));
    CHECK(shown.headless.has("message 0"));  // the worst stays in sight
    shown.headless.click("unfold messages");
    shown.headless.frames(2);
    CHECK(shown.headless.has("messages height"));
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

TEST_CASE("in a small window a run brings up what came of it, and a hint the statement") {
  Shown shown([](SampleLab&) {}, {1024, 700});
  CHECK(shown.headless.has("copy"));
  CHECK_FALSE(shown.headless.has("Results"));
  shown.headless.press(kF5);
  shown.wait_for_run();
  CHECK(shown.headless.has("Results"));
  CHECK_FALSE(shown.headless.has("copy"));
  shown.headless.click("hint for verdict");
  shown.headless.frames(3);
  CHECK(shown.headless.has("hint 1"));
  CHECK_FALSE(shown.headless.has("Results"));
}

TEST_CASE("a hint is offered beside the verdict of a run that failed, and of no other") {
  Shown shown;
  CHECK_FALSE(shown.headless.has("hint for verdict"));
  shown.headless.press(kF5);
  shown.wait_for_run();
  REQUIRE(shown.headless.has("hint for verdict"));
  shown.headless.click("hint for verdict");
  shown.headless.click("hint for verdict");
  shown.headless.frames(2);
  CHECK(shown.lab->work()->hints_shown == 2);
  CHECK_FALSE(shown.headless.has("hint for verdict"));  // that was the last
  Shown passed;
  passed.headless.type("fixed ");
  passed.headless.press(kF5);
  passed.wait_for_run();
  CHECK_FALSE(passed.headless.has("hint for verdict"));
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
