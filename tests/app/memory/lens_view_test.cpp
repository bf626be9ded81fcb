// The tab Lens, pressed: by the mouse, by the keyboard alone, and from other tabs.
#include "memory/lens_view.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample_lens.hpp"
#include "sample_picture.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

struct Looked {
  ScriptedLens lens;
  Shown shown;

  explicit Looked(ImVec2 size = {1440, 900})
      : shown(
            [&](SampleLab& sample) {
              sample.change = [](exercise::Exercise& exercise) {
                exercise.launches.resize(1);
                exercise.launches[0].name = exercise.launches[0].kernel = "step";
              };
            },
            size) {
    shown.state.tabs.lens.machine = lens.machine();
    shown.state.tab_is_fixed = true;
  }
  Headless& headless() { return shown.headless; }
  Selection& selection() { return shown.lab->work()->selection; }
  void run() {
    const int before = shown.lab->runs_ended();
    headless().click("run");
    REQUIRE(tick_until(*shown.lab, [&] {
      headless().frame();
      return shown.lab->runs_ended() > before && !shown.lab->runner().is_busy();
    }));
    headless().frames(2);
  }
  void wait() {
    REQUIRE(tick_until(*shown.lab, [&] {
      headless().frame();
      return !is_looking(shown.state.tabs.lens) && !selection().wants_writer;
    }));
    headless().frames(2);
  }
  void run_and_look() {
    run();
    headless().click("Memory");
    wait();
  }
  // The keyboard goes to the tab.
  void enter() {
    for (int i = 0; i < 6 && shown.state.focused != Pane::tabs; ++i) headless().press(key::kF6);
    REQUIRE(shown.state.focused == Pane::tabs);
  }
};

}  // namespace

TEST_CASE("nothing is executed before somebody looks, and never during a run") {
  Looked looked;
  looked.headless().click("Memory");
  CHECK_FALSE(looked.headless().has("lanes"));
  looked.headless().click("Result");
  looked.run();
  looked.headless().frames(5);
  CHECK(looked.lens.asked().empty());
  looked.headless().click("Memory");
  looked.wait();
  CHECK(looked.lens.asked().size() == 1);
  CHECK(looked.headless().has("lanes"));
  CHECK(looked.headless().has("sentence"));
  CHECK(looked.headless().has("strip"));
  // The answer stays while nothing has changed.
  looked.headless().click("Result");
  looked.headless().click("Memory");
  looked.wait();
  CHECK(looked.lens.asked().size() == 1);
}

TEST_CASE("by the keyboard alone: lines, the worst, warps, blocks and iterations") {
  Looked looked;
  looked.run_and_look();
  looked.enter();
  looked.headless().press('L');
  CHECK(looked.selection().line == kStridedLine);
  looked.headless().press('W', key::kShift);
  CHECK(*looked.selection().access == SelectedAccess{1, 0, 20, 1});
  looked.headless().press('I', key::kShift);
  CHECK(looked.selection().access->iteration == 0);
  looked.headless().press('B');
  CHECK(looked.selection().access->block == 2);
  looked.headless().press('M');
  CHECK(*looked.selection().access == SelectedAccess{1, 1, 20, 1});
  // Lanes by the arrows, once Tab has reached the picture.
  const auto has_ring = [&](const char* name) {
    for (const auto& item : looked.headless().ui.items)
      if (item.name == name) return item.id == looked.shown.state.item_focus.id;
    return false;
  };
  for (int i = 0; i < 30 && !has_ring("lanes"); ++i) looked.headless().press(key::kTab);
  REQUIRE(has_ring("lanes"));
  looked.headless().press(key::kRight);
  looked.headless().press(key::kRight);
  CHECK(looked.selection().lane == 1);
  CHECK(looked.selection().element == SelectedElement{"in", 64});
  // Keys that are typed into the text stay there.
  looked.headless().press(key::kEscape);
  const Selection before = looked.selection();
  looked.headless().press('W');
  CHECK(looked.selection() == before);
}

TEST_CASE("a lane is chosen by the mouse, and let go by a second click") {
  Looked looked;
  looked.run_and_look();
  looked.headless().ui.ask(SelectLine{kStridedLine, {}});
  looked.headless().frames(2);
  CHECK(looked.selection().line == kStridedLine);
  ImVec2 min, max;
  for (const auto& item : looked.headless().ui.items)
    if (item.name == "lanes") min = item.min, max = item.max;
  const ImVec2 lane_5{min.x + (max.x - min.x) * 5.5f / 32, min.y + 5};
  looked.headless().click_at(lane_5);
  CHECK(looked.selection().lane == 5);
  looked.headless().click_at(lane_5);
  CHECK(looked.selection().lane == -1);
}

TEST_CASE("while the key is held the run before is shown, and then the last one again") {
  Looked looked;
  looked.run_and_look();
  CHECK_FALSE(looked.headless().has("before"));
  looked.shown.lab->work()->document.code().replace_all("// one line more\n// starter\nint x;\n");
  looked.lens.answer = [](const LensQuestion& question) {
    LensAnswer answer = sample_answer(question.source);
    lens::Look look = sample_look();
    for (data::LoggedAccess& access : look.log.accesses)
      for (uint64_t lane = 0; lane < 32; ++lane) access.addresses[lane] = kInputAt + lane * 4;
    answer.looks = {lens_look(std::move(look), 0, false)};
    return answer;
  };
  looked.run_and_look();
  REQUIRE(looked.headless().has("before"));
  looked.enter();
  CHECK(looked.headless().has("sentence"));
  looked.headless().ui.held_keys = {'P'};
  looked.headless().press('P');
  CHECK_FALSE(looked.headless().has("sentence"));
  looked.headless().ui.held_keys.clear();
  looked.headless().frames(2);
  CHECK(looked.headless().has("sentence"));
}

TEST_CASE("a run that nobody looked at is looked at when it is asked for, and stays known") {
  Looked looked;
  looked.run();  // the tab is another one
  const std::string first = looked.shown.text();
  looked.shown.lab->work()->document.code().replace_all("// one line more\n" + first);
  looked.run_and_look();
  REQUIRE(looked.lens.asked().size() == 1);
  CHECK(looked.lens.asked().back().source == looked.shown.text());
  REQUIRE(looked.headless().has("before"));
  looked.enter();
  looked.headless().ui.held_keys = {'P'};
  looked.headless().press('P');
  looked.wait();
  CHECK(looked.lens.asked().size() == 2);
  CHECK(looked.lens.asked().back().source == first);
  CHECK(looked.headless().has("sentence of the run before"));
  CHECK(looked.shown.state.tabs.lens.before.thread == nullptr);  // nothing of it goes on
  looked.headless().ui.held_keys.clear();
  looked.headless().frames(2);
  looked.headless().ui.held_keys = {'P'};
  looked.headless().press('P');
  looked.wait();
  CHECK(looked.lens.asked().size() == 2);
  // The next run has the second text before it, which is known: it was looked at.
  looked.headless().ui.held_keys.clear();
  looked.shown.lab->work()->document.code().replace_all("// two\n// lines more\n" + first);
  looked.run_and_look();
  looked.headless().ui.held_keys = {'P'};
  looked.headless().press('P');
  looked.wait();
  CHECK(looked.lens.asked().size() == 3);
  CHECK(looked.headless().has("sentence of the run before"));
}

TEST_CASE("the run before may have been of an earlier window, and the first of all has none") {
  Looked looked;
  looked.run_and_look();
  CHECK_FALSE(looked.headless().has("before"));
  looked.shown.lab->work()->document.code().replace_all("// starter\nint other;\n");
  looked.run();
  looked.shown.state.tabs.lens = {};  // a new window has the history alone
  looked.shown.state.tabs.lens.machine = looked.lens.machine();
  looked.headless().click("Memory");
  looked.wait();
  CHECK(looked.headless().has("before"));
}

TEST_CASE("what is looked at is cancelled by a run, and by its button") {
  Looked looked;
  looked.lens.may_answer = false;
  looked.run();
  looked.headless().click("Memory");
  looked.headless().frames(2);
  REQUIRE(looked.headless().has("cancel look"));
  looked.headless().click("cancel look");
  CHECK_FALSE(is_looking(looked.shown.state.tabs.lens));
  looked.lens.may_answer = true;
  looked.headless().click("look again");
  looked.wait();
  CHECK(looked.headless().has("lanes"));
}

TEST_CASE("the badge of a line opens it in the lens, also where the text has moved since the run") {
  Looked looked;
  looked.shown.sample.grade = [](const exercise::Exercise&, const std::string&,
                                 const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.verdict = verdict::Status::pass;
    verdict::VariantCounters counted;
    counted.completed = counted.correct = true;
    sim::Counters& line = counted.lines[kStridedLine];
    line[sim::Counter::global_load_requests] = 1;
    line[sim::Counter::global_load_sectors] = 32;
    line[sim::Counter::global_load_bytes] = 128;
    result.counters = {counted};
    return result;
  };
  looked.shown.lab = looked.shown.sample.open();
  looked.run();
  const auto press_badge = [&](int line) {
    ImVec2 min;
    for (const auto& item : looked.headless().ui.items)
      if (item.name == "editor text") min = item.min;
    const float height = std::round(looked.headless().ui.fonts.code->FontSize * 1.45f);
    looked.headless().click_at(
        {min.x + 20, min.y + 6 + height * (static_cast<float>(line) - 0.5f)});
    looked.headless().frames(2);
  };
  press_badge(kStridedLine);
  looked.wait();
  CHECK(looked.shown.state.tab == Tab::memory);
  CHECK(looked.selection().line == kStridedLine);
  CHECK(looked.headless().has("lanes"));
  looked.selection() = {};
  looked.shown.lab->work()->document.code().place({0, 0});
  looked.shown.lab->work()->document.code().insert("// one more\n");
  looked.headless().frames(2);
  press_badge(kStridedLine + 1);
  CHECK(looked.selection().line == kStridedLine);
}

TEST_CASE("a row of the counters selects its line; one without accesses says so") {
  Looked looked;
  looked.run_and_look();
  looked.headless().ui.ask(SelectLine{kStoreLine, {}});
  looked.headless().frames(2);
  CHECK(looked.selection().line == kStoreLine);
  CHECK_FALSE(looked.selection().access);
  CHECK(looked.headless().has("lanes"));
  looked.headless().ui.ask(SelectLine{1, {}});
  looked.headless().frames(2);
  CHECK_FALSE(looked.headless().has("lanes"));  // that line accesses no memory
}

TEST_CASE("an element that was chosen in a picture leads to the thread that wrote it") {
  Looked looked;
  looked.run();
  Selection chosen;
  chosen.element = SelectedElement{"out", 64 + 3};
  chosen.wants_writer = true;
  looked.headless().ui.ask(Select{chosen});
  looked.headless().frames(2);
  looked.wait();
  CHECK(looked.selection().line == kStoreLine);
  CHECK(*looked.selection().access == SelectedAccess{1, 0, 40, 0});
  CHECK(looked.selection().lane == 3);
  const LitElements lit = selected_elements(looked.shown.state.tabs.lens, *looked.shown.lab);
  CHECK(lit.buffer == "out");
  CHECK(lit.of_lane == 67);
  CHECK(lit.asked.size() == 32);
}

TEST_CASE("what can be pressed is whole in a small window") {
  Looked looked({1024, 700});
  looked.run_and_look();
  for (const char* name : {"sentence", "next warp", "next block", "next iteration", "worst"}) {
    CAPTURE(name);
    float right = 0, pane = 0;
    for (const auto& item : looked.headless().ui.items)
      if (item.name == name) {
        right = item.max.x;
        pane = item.window->InnerRect.Max.x;
      }
    REQUIRE(pane > 0);
    CHECK(right <= pane);
  }
}

TEST_CASE("in a narrow pane the numbers of lanes stand above their boxes, which have no room") {
  Looked looked;
  looked.run_and_look();
  const auto height_at = [&](float right) {
    looked.shown.lab->settings().layout.beside = right;
    looked.headless().frames(3);
    return looked.headless().area_of("lanes").GetHeight();
  };
  const float wide = height_at(0.6f);
  CHECK(height_at(0.25f) >= wide + looked.headless().ui.fonts.small->FontSize);
}
