#include "draw/item_focus.hpp"

#include <algorithm>

#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

// The names under which the item with the keyboard is known.
bool is_at(const Shown& shown, const std::string& name) {
  const auto& items = shown.headless.ui.items;
  return shown.state.item_focus.is_shown &&
         std::any_of(items.begin(), items.end(), [&](const Ui::PlacedItem& item) {
           return item.name == name && item.id == shown.state.item_focus.id;
         });
}

// Presses Tab until the item is reached, at most once round the window.
bool tab_to(Shown& shown, const std::string& name) {
  for (int i = 0; i < 100; ++i) {
    if (is_at(shown, name)) return true;
    shown.headless.press(kTab);
  }
  return false;
}

}  // namespace

TEST_CASE("a pane that is entered by F6 has an item with the keyboard, and Enter presses it") {
  Shown shown;
  shown.headless.press(kF6);
  shown.headless.frames(2);
  REQUIRE(is_at(shown, "Result"));
  shown.headless.press(kRight);
  REQUIRE(is_at(shown, "Memory"));
  CHECK(shown.state.tab == Tab::result);
  shown.headless.press(kEnter);
  shown.headless.frames(2);
  CHECK(shown.state.tab == Tab::memory);
}

TEST_CASE("the tabs are entered at the one that is shown, so that Enter does not leave it") {
  Shown shown;
  shown.headless.press('3', kControl);
  shown.headless.press(kF6);
  shown.headless.frames(2);
  REQUIRE(is_at(shown, "Steps"));
  shown.headless.press(kEnter);
  shown.headless.frames(2);
  CHECK(shown.state.tab == Tab::steps);
}

TEST_CASE("the course list is entered at the open exercise, and the arrows walk through it") {
  Shown shown;
  shown.headless.press('B', kControl | kShift);
  shown.headless.frames(3);
  REQUIRE(is_at(shown, "copy"));
  shown.headless.press(kUp);
  const std::string module = "module " + shown.lab->entry()->module;
  CHECK(is_at(shown, module.c_str()));
  shown.headless.press(kUp);
  CHECK(is_at(shown, module.c_str()));  // the first of the pane
  for (int i = 0; i < 3; ++i) shown.headless.press(kDown);
  REQUIRE(is_at(shown, "race"));
  shown.headless.press(' ');
  shown.headless.frames(2);
  CHECK(shown.lab->entry()->slug == "race");
}

TEST_CASE("Tab reaches every button of the window, and the text at the end") {
  Shown shown;
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.press(kF6);
  shown.headless.frames(2);
  std::vector<std::string> wanted = {
      "run",         "device",  "run on save", "theme",      "menu button",
      "course line", "wide",    "hint",        "fold left",  "fold course",
      "fold right",  "find",    "history",     "code below", "external",
      "reset",       "Result",  "Memory",      "Steps",      "Time",
      "message 0",   "details", "checks",      "left",       "right"};
  for (int i = 0; i < 200 && !wanted.empty(); ++i) {
    std::erase_if(wanted, [&](const std::string& name) { return is_at(shown, name); });
    shown.headless.press(kTab);
    shown.headless.frames(1);
    // In the text Tab indents, so F6 leads on.
    if (shown.state.editor.focused) shown.headless.press(kF6);
    shown.headless.frames(1);
    if (i == 40) shown.headless.press(kF6);
  }
  INFO("not reached: ", wanted.empty() ? "" : wanted.front());
  CHECK(wanted.empty());
}

TEST_CASE("a splitter that has the keyboard is moved by the arrows") {
  Shown shown;
  shown.headless.press(kF6);
  shown.headless.frames(2);
  REQUIRE(tab_to(shown, "left"));
  const float before = shown.lab->settings().layout.left;
  shown.headless.press(kRight);
  CHECK(shown.lab->settings().layout.left > before);
  shown.headless.press(kLeft);
  CHECK(shown.lab->settings().layout.left == doctest::Approx(before));
}

TEST_CASE("escape leads back into the text, and typing does nothing before") {
  Shown shown;
  shown.headless.press(kF6);
  shown.headless.frames(2);
  shown.headless.type("x");
  CHECK_FALSE(shown.text().starts_with("x"));
  shown.headless.press(kEscape);
  shown.headless.frames(2);
  CHECK(shown.state.editor.focused);
  CHECK_FALSE(shown.state.item_focus.is_shown);
  shown.headless.type("x");
  CHECK(shown.text().starts_with("x"));
}

TEST_CASE("a question takes the keyboard: Enter answers, Tab stays inside") {
  Shown shown;
  shown.headless.type("mine ");
  shown.headless.click("reset");
  shown.headless.frames(2);
  REQUIRE(is_at(shown, "yes"));
  shown.headless.press(kTab);
  CHECK(is_at(shown, "no"));
  shown.headless.press(kTab);
  CHECK(is_at(shown, "yes"));
  shown.headless.press(kEnter);
  shown.headless.frames(2);
  CHECK(shown.text().starts_with("// starter"));
}

TEST_CASE("Tab leaves the field of the search for the button beside it") {
  Shown shown;
  shown.headless.press('F', kControl);
  shown.headless.frames(3);
  shown.headless.press(kTab);
  shown.headless.frames(2);
  REQUIRE(is_at(shown, "case"));
  shown.headless.press(kEnter);
  shown.headless.frames(2);
  CHECK(shown.state.editor.bar.options.match_case);
}

TEST_CASE("a new hint is scrolled to") {
  Shown shown([](SampleLab& sample) {
    std::string text = "# Long\n\n";
    for (int i = 0; i < 300; ++i) text += "A line of many.\n\n";
    const auto made = sample_exercise(sample.places().exercises, 1, "copy");
    write(made.folder / made.statement_file, text);
  });
  // The button stays where it is; what it shows stands below the text.
  const float button = shown.headless.center_of("hint").y;
  CHECK(button < 1000);
  CHECK_FALSE(shown.headless.has("hint 1"));
  shown.headless.ui.ask(ShowHint{});
  shown.headless.frames(4);
  CHECK(shown.lab->work()->hints_shown == 1);
  CHECK(shown.headless.center_of("hint 1").y > 0);
  CHECK(shown.headless.center_of("hint 1").y < button);
  CHECK(shown.headless.center_of("hint").y == button);
}

TEST_CASE("a long statement is scrolled by keyboard") {
  Shown shown([](SampleLab& sample) {
    std::string text = "# Long\n\n";
    for (int i = 0; i < 300; ++i) text += "A line of many.\n\n";
    const auto made = sample_exercise(sample.places().exercises, 1, "copy");
    write(made.folder / made.statement_file, text);
  });
  shown.headless.ui.ask(FocusPane{Pane::statement});
  shown.headless.frames(3);
  const float before = shown.headless.center_of("wide").y;
  shown.headless.ui.ask(ShowHint{});  // below the text
  shown.headless.frames(6);           // until it is in sight
  shown.headless.press(kHome);
  shown.headless.frames(2);
  const auto hint_at = [&] { return shown.headless.center_of("hint 1").y; };
  const float far = hint_at();
  shown.headless.press(kPageDown);
  shown.headless.frames(2);
  CHECK(hint_at() < far - 100);
  CHECK(shown.headless.center_of("wide").y == doctest::Approx(before));  // stays in the corner
  shown.headless.press(kEnd);
  shown.headless.frames(2);
  CHECK(hint_at() < 900);
  shown.headless.press(kHome);
  shown.headless.frames(2);
  CHECK(hint_at() == doctest::Approx(far));
}
