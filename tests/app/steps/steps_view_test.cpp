// The tab Steps, pressed: what its buttons and keys ask for, and where moments of a run lead.
#include "steps/steps_view.hpp"

#include <map>
#include <set>

#include "scripted_steps.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;
using Goal = data::StepSearch::Goal;

TEST_CASE("the tab opens a block of the text that was run at its start") {
  Stepped stepped;
  const StepsQuestion question = stepped.script.last();
  CHECK(question.position == 0u);
  CHECK(question.block.block == 0);
  CHECK(question.source == stepped.shown.text());
  CHECK(stepped.shown.headless.has("steps line"));
  CHECK(stepped.shown.headless.has("register %r1"));
  CHECK(stepped.shown.headless.has("shared tile"));
  CHECK(stepped.shown.headless.has("global out"));
}

TEST_CASE("buttons and keys go by line and instruction of the warp, to barriers of any") {
  Stepped stepped;
  toggle_line(stepped.breakpoints(), 3);
  struct Row {
    const char* button;
    int key;
    unsigned modifiers;
    Goal goal;
    bool backwards;
    int warp;
  };
  for (const Row& row : {Row{"steps line", kF10, 0, Goal::line, false, 0},
                         Row{"steps line back", kF10, kShift, Goal::line, true, 0},
                         Row{"steps instruction", kF11, 0, Goal::instruction, false, 0},
                         Row{"steps instruction back", kF11, kShift, Goal::instruction, true, 0},
                         Row{"steps barrier", 'B', 0, Goal::barrier, false, -1},
                         Row{"steps breakpoint", 'C', 0, Goal::breakpoint, false, -1},
                         Row{"steps breakpoint back", 'C', kShift, Goal::breakpoint, true, -1}}) {
    CAPTURE(row.button);
    const auto matches = [&] {
      const StepsQuestion question = stepped.script.last();
      REQUIRE(question.search);
      CHECK(question.search->goal == row.goal);
      CHECK(question.search->backwards == row.backwards);
      CHECK(question.search->warp == row.warp);
    };
    const uint64_t before = stepped.script.last().number;
    stepped.click(row.button);
    matches();
    stepped.press(row.key, row.modifiers);
    matches();
    CHECK(stepped.script.last().number == before + 2);
  }
}

TEST_CASE("no two buttons of the tab have one name, and what goes back says so") {
  Stepped stepped;
  std::map<std::string, std::string> id_of;
  for (const Ui::PlacedItem& item : stepped.shown.headless.ui.items) {
    if (!item.name.starts_with("steps ") || item.label.empty()) continue;
    CAPTURE(item.name);
    CAPTURE(item.label);
    CHECK(id_of.emplace(item.label, item.name).second);
    // By its words alone one knows which of two goes back.
    const bool goes_back = item.label.starts_with("The previous ") ||
                           item.label.starts_with("Back") ||
                           item.label.find(" before ") != std::string::npos;
    CHECK(goes_back == item.name.ends_with(" back"));
  }
  CHECK(id_of.size() >= 13);
}

TEST_CASE("a key that is held does not leave steps behind that are made after it is let go") {
  Stepped stepped;
  stepped.shown.state.focused = Pane::tabs;
  for (int k = 0; k < 20; ++k) {
    InputEvent event;
    event.key = kF11;
    CHECK(take_steps_key(stepped.state(), event));
  }
  CHECK(stepped.state().commands.size() == 2);
  const uint64_t before = stepped.script.last().number;
  stepped.wait();
  CHECK(stepped.script.last().number == before + 2);
}

TEST_CASE("each step goes on from where the last one led") {
  Stepped stepped;
  stepped.press(kF11);
  CHECK(stepped.script.last().search->from == 0);
  stepped.press(kF11);
  CHECK(stepped.script.last().search->from == 1);
}

TEST_CASE("a search that leads nowhere says so, and the next one goes on from the same place") {
  Stepped stepped;
  stepped.script.finds = false;
  stepped.press(kF10);
  CHECK(stepped.state().said == "There is no such place in that direction.");
  stepped.press(kF11);
  CHECK(stepped.script.last().search->from == 0);
  stepped.script.finds = true;
  stepped.press(kF11);
  CHECK(stepped.state().said.empty());
}

TEST_CASE(
    "variables stand above registers in the lines that know them, until they are not wanted") {
  Stepped stepped;
  CHECK(stepped.script.last().block.variables);
  CHECK(stepped.shown.headless.has("variable sum"));  // line 2
  stepped.press('W');                                 // line 3
  CHECK_FALSE(stepped.shown.headless.has("variable sum"));
  stepped.press('W');
  stepped.press(kF11);
  stepped.click("steps variables");
  const StepsQuestion question = stepped.script.last();
  CHECK_FALSE(question.block.variables);
  REQUIRE(question.search);  // the same line of a text that has other positions
  CHECK(question.search->breakpoints == Breakpoints{{2, -1}});
  CHECK(question.search->warp == 0);
  CHECK_FALSE(stepped.shown.headless.has("variable sum"));
  CHECK(stepped.shown.headless.has("register %r1"));
  stepped.click("steps block");
  CHECK_FALSE(stepped.script.last().block.variables);
}

TEST_CASE("another warp or lane is looked at from the same position") {
  Stepped stepped;
  stepped.press(kF11);
  stepped.press('W');
  CHECK(stepped.script.last().warp == 1);
  CHECK(stepped.script.last().position == 1u);
  stepped.press('W');
  CHECK(stepped.script.last().warp == 0);
  stepped.press('L', kShift);
  CHECK(stepped.script.last().lane == 31);
}

TEST_CASE("a breakpoint stands on the line that is shown, for any thread or for one") {
  Stepped stepped;
  stepped.press('L');
  stepped.press(kF9);
  CHECK(stepped.breakpoints() == Breakpoints{{2, -1}});
  stepped.press(kF9, kShift);
  CHECK(stepped.breakpoints() == Breakpoints{{2, -1}, {2, 1}});
  stepped.press('C');
  CHECK(stepped.script.last().search->breakpoints == stepped.breakpoints());
  stepped.press(kF9);
  CHECK(stepped.breakpoints() == Breakpoints{{2, 1}});
}

TEST_CASE("a breakpoint of the editor is one of the walk, at the line that the run had") {
  Stepped stepped;
  toggle_line(stepped.breakpoints(), 2);
  // A line above it, typed since the run: it is line 3 now, and still line 2 of what is walked.
  CodeText& code = stepped.shown.lab->work()->document.code();
  code.place({0, 0});
  code.insert("\n");
  stepped.wait();
  CHECK(stepped.breakpoints() == Breakpoints{{3, -1}});
  stepped.press('C');
  CHECK(stepped.script.last().search->breakpoints == Breakpoints{{2, -1}});
  stepped.press(kF9);  // the lane stands in line 2 of the run
  CHECK(stepped.breakpoints().empty());
}

TEST_CASE("without a breakpoint nothing is searched for, and it is said how to set one") {
  Stepped stepped;
  const uint64_t before = stepped.script.last().number;
  stepped.press('C');
  CHECK(stepped.script.last().number == before);
  CHECK(stepped.state().said.starts_with("There is no breakpoint"));
  stepped.press(kF11);
  CHECK(stepped.state().said.empty());
}

TEST_CASE("a breakpoint's buttons lead to its line, make it that of one thread, and take it away") {
  Stepped stepped;
  stepped.press('W');
  stepped.press('L');
  stepped.press(kF9);
  REQUIRE(stepped.breakpoints() == Breakpoints{{3, -1}});
  stepped.click("breakpoint 0 thread");
  CHECK(stepped.breakpoints() == Breakpoints{{3, 33}});
  stepped.click("breakpoint 0 thread");
  CHECK(stepped.breakpoints() == Breakpoints{{3, -1}});
  stepped.click("breakpoint 0");
  CHECK(stepped.shown.lab->work()->document.code().caret().line == 2);
  stepped.click("breakpoint 0 away");
  CHECK(stepped.breakpoints().empty());
  CHECK_FALSE(stepped.shown.headless.has("breakpoint 0"));
}

TEST_CASE("R goes on to the caret's line, with Shift back, and not to a line that was not run") {
  Stepped stepped;
  CodeText& code = stepped.shown.lab->work()->document.code();
  code.place({2, 0});
  stepped.press('R');
  CHECK(stepped.script.last().search->breakpoints == Breakpoints{{3, -1}});
  CHECK_FALSE(stepped.script.last().search->backwards);
  stepped.press('R', kShift);
  CHECK(stepped.script.last().search->backwards);
  stepped.click("steps caret");
  CHECK_FALSE(stepped.script.last().search->backwards);
  CHECK(stepped.breakpoints().empty());
  code.place({0, 0});
  code.insert("\n");
  code.place({0, 0});
  stepped.wait();
  const uint64_t before = stepped.script.last().number;
  stepped.press('R');
  CHECK(stepped.script.last().number == before);
  CHECK(stepped.state().said == "The line of the editor's caret was not in the text that was run.");
}

TEST_CASE("blocks and launches are gone through round and round") {
  Stepped stepped;
  stepped.click("steps block");
  CHECK(stepped.script.last().block.block == 1);
  stepped.click("steps block back");
  stepped.click("steps block back");
  CHECK(stepped.script.last().block.block == 2);
  stepped.click("steps launch");
  CHECK(stepped.script.last().block.launch == 1);
  CHECK(stepped.script.last().block.block == 0);
}

TEST_CASE("values are shown as what they are") {
  const auto text = [](const char* type, uint32_t bytes, uint64_t bits) {
    const data::StepRegister reg{"%r", type, "", bytes, true};
    uint8_t value[8];
    std::memcpy(value, &bits, sizeof value);
    return value_text(reg, value);
  };
  CHECK(text("f32", 4, 0x3f00'0000) == "0.5");
  CHECK(text("f64", 8, 0x3ff8'0000'0000'0000) == "1.5");
  CHECK(text("b32", 4, 0xffff'ffff) == "-1");
  CHECK(text("pred", 1, 1) == "true");
  CHECK(text("b64", 8, 40) == "40");
  CHECK(text("b64", 8, 0x7'0000'0010) == "0x700000010");
}

TEST_CASE("buttons that do not fit in a row stand below it") {
  Stepped stepped;
  stepped.shown.lab->settings().layout.beside = 0.2f;
  stepped.shown.headless.frames(3);
  const float right = 1440;
  for (const char* name : {"steps block back", "steps block", "steps order", "steps launch",
                           "steps line back", "steps caret"}) {
    if (!stepped.shown.headless.has(name)) continue;
    CHECK(stepped.shown.headless.area_of(name).Max.x <= right);
  }
  CHECK(stepped.shown.headless.area_of("steps order").Min.y >
        stepped.shown.headless.area_of("steps block back").Min.y);
  stepped.shown.lab->settings().layout.beside = 0.6f;
  stepped.shown.headless.frames(3);
  CHECK(stepped.shown.headless.area_of("steps order").Min.y ==
        stepped.shown.headless.area_of("steps block back").Min.y);
}

TEST_CASE(
    "where the pane is low, the variables are seen and what is rarely pressed is below them") {
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 5;
  race.told.what = data::as_it_is("writes what another reads (n 7, seed 1).");
  const auto middle = [](const Stepped& stepped, const char* item) {
    return stepped.shown.headless.center_of(item).y;
  };
  Stepped low({race}, {1024, 600});
  CHECK(low.shown.headless.is_whole("variable sum"));
  CHECK(middle(low, "steps line") < middle(low, "variable sum"));
  CHECK(middle(low, "variable sum") < middle(low, "steps block"));
  CHECK_FALSE(low.shown.headless.has("moment 0"));
  low.click("steps line");
  REQUIRE_FALSE(low.script.last().moment);
  low.shown.headless.click("moments");
  low.click("moment 0");
  REQUIRE(low.script.last().moment);
  CHECK(low.script.last().moment->search->line == 5);
  Stepped high({race}, {1440, 1000});
  CHECK(high.shown.headless.is_whole("variable sum"));
  CHECK(high.shown.headless.has("moment 0"));
  CHECK(middle(high, "moment 0") < middle(high, "variable sum"));
  CHECK(middle(high, "variable sum") < middle(high, "steps block"));
}

TEST_CASE(
    "one step and a slider lead through the block; the rest and the registers are behind More") {
  Stepped stepped;
  stepped.click("steps more");
  CHECK(stepped.shown.headless.has("steps line"));
  CHECK(stepped.shown.headless.has("variable sum"));
  for (const char* item : {"steps instruction", "steps block", "steps order", "register %r1"})
    CHECK_FALSE(stepped.shown.headless.has(item));
  stepped.click("steps more");
  CHECK(stepped.shown.headless.has("register %r1"));
}

TEST_CASE("the line that executes next is marked in the text while the walk is shown") {
  Stepped stepped;
  CHECK(stepped.shown.lab->work()->executing_line > 0);
  stepped.shown.state.tab = Tab::result;
  stepped.shown.headless.frames(2);
  CHECK(stepped.shown.lab->work()->executing_line == 0);
}

TEST_CASE("steps are counted in groups of digits, as everything is") {
  Stepped stepped;
  for (const Ui::PlacedItem& item : stepped.shown.headless.ui.items)
    if (item.name == "steps position") {
      CHECK(item.label == "0 of 131 384");
      return;
    }
  FAIL("no slider");
}

TEST_CASE("without a moment the first launch of the student's own kernel is opened") {
  Stepped stepped;
  CHECK(stepped.script.last().block.launch == kOwnLaunch);
  stepped.press(kF11);
  CHECK(stepped.script.last().block.launch == 0);  // as it was answered
}
