// What has which place in the window, at any size of it, and that what is asked for is in sight.
#include <cmath>

#include "shell/lab_window.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

TEST_CASE("hints are shown one at a time") {
  Shown shown;
  shown.headless.click("hint");
  CHECK(shown.lab->work()->hints_shown == 1);
  shown.headless.press('H', kControl | kShift);
  CHECK(shown.lab->work()->hints_shown == 2);
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("hint"));
}

TEST_CASE(
    "a hint that is asked for is in sight, below a long statement and above what is to be done") {
  for (const ImVec2 size : {ImVec2{1024, 700}, ImVec2{1440, 900}, ImVec2{1920, 1080}}) {
    Shown shown(
        [](SampleLab& sample) {
          sample.change = [](exercise::Exercise& made) {
            std::string text = "# Long\n\nWords.\n\n## What to do\n\n";
            for (int i = 0; i < 60; ++i) text += "A thing to do, with some words for its line.\n\n";
            text += "## Why\n\n";
            for (int i = 0; i < 60; ++i) text += "A sentence of the theory, which is long.\n\n";
            write(made.folder / made.statement_file, text);
            made.hints = {"First.", std::string(400, 'w'), "Third."};
          };
        },
        size);
    shown.headless.press('H', kControl | kShift);
    shown.headless.frames(6);
    CHECK(shown.headless.is_whole("hint 1"));
    shown.headless.press('H', kControl | kShift);
    shown.headless.frames(6);
    CHECK(shown.headless.is_whole("hint 2"));
    // It is not fetched back from where the student goes on reading.
    shown.headless.wheel(shown.headless.center_of("hint 2"), 30);
    shown.headless.frames(6);
    CHECK_FALSE(shown.headless.is_whole("hint 2"));
  }
}

TEST_CASE("a hint is in sight also where the statement was hidden since the exercise was opened") {
  Shown shown([](SampleLab& sample) {
    sample.change = [](exercise::Exercise& made) {
      std::string text = "# Long\n\nWords.\n\n";
      for (int i = 0; i < 60; ++i) text += "A sentence of the theory, which is long.\n\n";
      write(made.folder / made.statement_file, text);
    };
  });
  shown.headless.press('B', kControl);  // away
  shown.headless.press(kPageDown, kAlt);
  shown.headless.press('H', kControl | kShift);
  shown.headless.frames(6);
  CHECK(shown.headless.is_whole("hint 1"));
  // Back at the first exercise its own text is shown from its beginning.
  shown.headless.press(kPageUp, kAlt);
  shown.headless.frames(3);
  CHECK_FALSE(shown.headless.has("hint 1"));
}

TEST_CASE(
    "the entry that is opened by a key comes into sight in the list, what is in sight stays") {
  Shown shown([](SampleLab& sample) {
    for (int i = 0; i < 30; ++i) sample.slugs.push_back("more-" + std::to_string(i));
  });
  shown.headless.press('B', kControl | kShift);
  shown.headless.frames(2);
  const auto top_of = [&](const std::string& slug) { return shown.headless.area_of(slug).Min.y; };
  const float before = top_of("copy");
  shown.headless.press(kPageDown, kAlt);
  shown.headless.frames(3);
  CHECK(top_of("copy") == before);
  for (int i = 0; i < 20; ++i) shown.headless.press(kPageDown, kAlt);
  shown.headless.frames(3);
  CHECK(shown.lab->entry()->slug == "more-18");
  CHECK(shown.headless.is_whole("more-18"));
}

TEST_CASE("splitters change the layout, within bounds, and it can be reset") {
  Shown shown;
  const float before = shown.lab->settings().layout.left;
  const float x = std::round(1700 * before) + 3;
  shown.headless.drag({x, 450}, {x + 220, 450});
  CHECK(shown.lab->settings().layout.left > before + 0.1f);
  shown.headless.drag({std::round(1700 * shown.lab->settings().layout.left) + 3, 450}, {1695, 450});
  CHECK(shown.lab->settings().layout.left + shown.lab->settings().layout.right < 0.9f);
  shown.headless.ui.ask(ResetLayout{});
  shown.headless.frames(2);
  CHECK(shown.lab->settings().layout.left == Layout{}.left);
  CHECK(shown.lab->settings().layout.right == Layout{}.right);
}

TEST_CASE("the window can be drawn small, large, and without any exercise") {
  for (const ImVec2 size : {ImVec2{800, 500}, ImVec2{1280, 720}, ImVec2{3840, 2160}}) {
    Shown shown([](SampleLab&) {}, size);
    shown.headless.press(kF5);
    shown.wait_for_run();
    for (int tab = 0; tab < 4; ++tab) {
      shown.state.tab = static_cast<Tab>(tab);
      shown.headless.frames(2);
    }
    CHECK(shown.headless.has("run"));
  }
  Shown none([](SampleLab& sample) { sample.slugs.clear(); });
  none.headless.frames(2);
  CHECK_FALSE(none.lab->work());
  none.headless.press(kF5);
  CHECK(none.lab->runs_ended() == 0);
}

TEST_CASE("F2 makes the statement as wide as it is read at ease, beside the code, and tabs go") {
  Shown shown;
  const float column = shown.state.places.statement.size.x;
  CHECK(column < 500);
  shown.headless.press(kF2);
  shown.headless.frames(2);
  CHECK(shown.state.places.statement.size.x > 600);
  CHECK(shown.headless.has("editor text"));
  CHECK_FALSE(shown.headless.has("Result"));
  SUBCASE("F2 leads back") { shown.headless.press(kF2); }
  SUBCASE("a run shows what came of it") {
    shown.headless.press(kF5);
    shown.wait_for_run();
  }
  SUBCASE("a tab that is asked for is there") { shown.headless.press('2', kControl); }
  shown.headless.frames(2);
  CHECK(shown.headless.has("Result"));
  CHECK(shown.state.places.statement.size.x == column);
}
