// The tab Steps, pressed: what its buttons and keys ask for, and where moments of a run lead.
#include "views/steps.hpp"

#include <doctest/doctest.h>

#include <map>
#include <mutex>
#include <set>

#include "sample_timing.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;
using Goal = data::StepSearch::Goal;

namespace {

// A block of 40 threads that has many positions, and does what is asked.
std::shared_ptr<const lens::OpenBlock> sample_block(const lens::BlockChoice& choice) {
  auto open = std::make_shared<lens::OpenBlock>();
  open->choice = choice;
  open->choice.launch = std::max(choice.launch, 0);  // which is the student's own here
  open->choice.where = "n 64, seed 1";
  open->launch = "sum";
  open->launches = 2;
  open->walk.kernel = "sum";
  open->walk.grid = {3, 1, 1};
  open->walk.block = {40, 1, 1};
  open->walk.number = choice.block;
  open->walk.positions = 131'384;
  open->walk.shared_bytes = 1024 + 128;
  open->walk.functions = {{"sum", {{"%r1", "s32", "i", 4, true}, {"%p1", "pred", "", 1, true}}}};
  open->walk.instructions = {{0, 2, 1}, {0, 3, 2}};
  if (choice.variables) open->variables = {{"sum", "s32", 0, 0, 1, 2, 2}};
  open->walk.shared = {{"tile", data::ElementType::f32, 1024, 128}};
  return open;
}

struct Script {
  std::mutex mutex;
  std::vector<StepsQuestion> questions;
  bool finds = true;
  bool alone = false;

  MakeStepsMachine machine() {
    return [this] { return std::make_unique<Machine>(*this); };
  }
  StepsQuestion last() {
    const std::lock_guard lock(mutex);
    REQUIRE_FALSE(questions.empty());
    return questions.back();
  }

  class Machine final : public StepsMachine {
   public:
    explicit Machine(Script& script) : script_(script) {}
    Result<bool> answer(const StepsQuestion& question, const Talk& talk) override {
      const std::lock_guard lock(script_.mutex);
      script_.questions.push_back(question);
      StepsAnswer answer;
      auto block = std::make_shared<lens::OpenBlock>(*sample_block(question.block));
      block->walk.alone = script_.alone;
      answer.block = block;
      answer.ptx = std::make_shared<const std::vector<std::string>>(
          std::vector<std::string>{"add.s32 %r1, %r1, 1;", "bar.sync 0;"});
      answer.number = question.number;
      answer.found = script_.finds || !question.search;
      data::StepState& state = answer.state;
      state.position = question.search ? question.search->from + (script_.finds ? 1 : 0)
                                       : question.position.value_or(0);
      state.warp = question.warp;
      state.lane = question.lane;
      state.splits = {{0, ~0u, 0, data::StepPlace::runs, 0, 0},
                      {1, 0xffu, 1, data::StepPlace::block_barrier, 0, 0}};
      state.stack = {question.warp};
      state.values.resize(32 * 5);
      for (uint8_t lane = 0; lane < 32; ++lane) state.values[lane * size_t{4}] = lane;
      state.changed = {~0u, 0};
      state.shared.resize(1024 + 128);
      state.words.resize((1024 + 128) / 4);
      state.words[1024 / 4] = {3, 1};
      talk.publish(answer);
      return true;
    }

   private:
    Script& script_;
  };
};

// One element with two answers.
lens::OrderSearch two_answers() {
  lens::TwoOrders two;
  two.where = "n 64, seed 1";
  two.element = "sum[3]";
  two.buffer = "sum";
  two.index = 3;
  two.different = 1;
  two.first = {{}, "12", sim::WatchedWrite{1, {{2, 0, 0}, {5, 0, 0}}, 4}, 2};
  two.second = {
      {sim::Schedule::Kind::lockstep, 0}, "40", sim::WatchedWrite{1, {{0, 0, 0}, {7, 0, 0}}, 4}, 0};
  lens::OrderSearch search;
  search.orders = 5;
  search.found = two;
  return search;
}

class TwoAnswers final : public OrdersMachine {
 public:
  Result<bool> answer(const OrdersQuestion&, const Talk& talk) override {
    talk.publish(two_answers());
    return true;
  }
};

struct Stepped {
  Script script;
  verdict::ExerciseResult result = timed_result();
  Shown shown;

  explicit Stepped(std::vector<sim::Finding> findings = {}, ImVec2 size = {1440, 900})
      : shown(
            [&](SampleLab& sample) {
              sample.grade = [this](const exercise::Exercise&, const std::string&,
                                    const verdict::GradeOptions&) { return result; };
            },
            size) {
    result.findings = std::move(findings);
    shown.state.tabs.steps.machine = script.machine();
    shown.state.tabs.steps.orders_machine = [] { return std::make_unique<TwoAnswers>(); };
    shown.state.tab_is_fixed = true;
    shown.headless.click("run");
    shown.wait_for_run();
    shown.state.tab = Tab::steps;
    wait();
  }
  StepsState& state() { return shown.state.tabs.steps; }
  Breakpoints& breakpoints() const { return shown.lab->work()->breakpoints; }
  void wait() {
    shown.headless.frames(2);
    REQUIRE(tick_until(*shown.lab, [&] {
      shown.headless.frame();
      return !is_stepping(state()) && state().commands.empty();
    }));
    shown.headless.frames(2);
  }
  void click(const std::string& item) {
    shown.headless.click(item);
    wait();
  }
  void press(int key, unsigned modifiers = 0) {
    shown.state.focused = Pane::tabs;
    shown.headless.press(key, modifiers);
    wait();
  }
};

}  // namespace

TEST_CASE("the tab opens a block of the text that was run at its start") {
  Stepped stepped;
  const StepsQuestion question = stepped.script.last();
  CHECK(question.position == 0u);
  CHECK(question.block.block == 0);
  CHECK(question.source == stepped.shown.text());
  CHECK(stepped.shown.headless.has("steps line"));
  CHECK(stepped.shown.headless.has("register %r1"));
  CHECK(stepped.shown.headless.has("shared tile"));
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
    const bool goes_back = item.label.ends_with(" before") || item.label.starts_with("Back") ||
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

TEST_CASE("a race has a moment for each of its sides, a wrong element one for its last write") {
  verdict::ExerciseResult result;
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 12;
  race.other_line = 14;
  race.place = {{2, 0, 0}, {3, 0, 0}};
  race.other_place = sim::ThreadPlace{{2, 0, 0}, {35, 0, 0}};
  race.buffer = "tile";
  race.index = 7;
  race.message = "thread (3,0,0) reads what thread (35,0,0) writes (n 64, seed 1, order lockstep).";
  sim::Finding note;
  note.kind = sim::FindingKind::note;
  result.findings = {race, note};
  verdict::Mismatch wrong;
  wrong.buffer = "out";
  wrong.index = {1, 2};
  wrong.writer = sim::ThreadPlace{{1, 0, 0}, {9, 0, 0}};
  wrong.where = "n 64, seed 2";
  wrong.actual_text = "1";
  wrong.expected_text = "2";
  result.mismatch = wrong;
  const std::vector<Moment> moments = moments_of(result);
  REQUIRE(moments.size() == 3);
  CHECK(moments[0].title == "Race: thread (3,0,0), line 12");
  CHECK(moments[0].block.where == "n 64, seed 1");
  CHECK(moments[0].search->line == 12);
  CHECK(moments[1].title == "Race: thread (35,0,0), line 14");
  CHECK(moments[1].place.thread == Dim3{35, 0, 0});
  CHECK(moments[2].title == "Last write of the wrong out[1][2]");
  CHECK(moments[2].search->only_writes);
  CHECK(moments[2].block.where == "n 64, seed 2");
  result.findings[0].other_place->block = {1, 0, 0};
  CHECK(moments_of(result)[0].title == "Race: thread (3,0,0) of block (2,0,0), line 12");
  CHECK(moments_of(result)[1].title == "Race: thread (35,0,0) of block (1,0,0), line 14");
}

TEST_CASE("a moment is a button, and asks for its place in its run") {
  sim::Finding outside;
  outside.kind = sim::FindingKind::out_of_bounds;
  outside.line = 5;
  outside.place = {{0, 0, 0}, {33, 0, 0}};
  outside.message = "thread (33,0,0) reads past the end (n 7, seed 1).";
  Stepped stepped({outside});
  CHECK(stepped.script.last().moment);  // the tab opens there
  stepped.click("steps block");
  CHECK_FALSE(stepped.script.last().moment);
  stepped.click("moment 0");
  const StepsQuestion question = stepped.script.last();
  REQUIRE(question.moment);
  CHECK(question.moment->finding_line == 5);
  CHECK(question.block.where == "n 7, seed 1");
  Stepped right;
  CHECK_FALSE(right.shown.headless.has("moment 0"));
}

TEST_CASE("other orders are tried where there is a race, and not where there is none") {
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 5;
  race.message = "writes what another reads (n 7, seed 1).";
  Stepped racing({race});
  REQUIRE(racing.state().orders);
  CHECK(racing.state().orders->snapshot().answer->orders == 5);
  Stepped right;
  CHECK_FALSE(right.state().orders);
}

TEST_CASE("each of two orders has a button, which walks through the block that wrote last in it") {
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 5;
  race.message = "writes what another reads (n 7, seed 1).";
  Stepped stepped({race});
  REQUIRE(stepped.shown.headless.has("orders first"));
  stepped.click("orders second");
  const StepsQuestion second = stepped.script.last();
  REQUIRE(second.moment);
  CHECK(second.moment->title == "40: lockstep");
  CHECK(second.block.order == sim::Schedule{sim::Schedule::Kind::lockstep, 0});
  CHECK(second.block.whole_launch);
  CHECK(second.block.launch == 1);
  CHECK(second.block.block == 0);
  CHECK(second.moment->index == 3);
  CHECK(second.moment->search->only_writes);
  stepped.click("orders first");
  const StepsQuestion first = stepped.script.last();
  CHECK(first.block.order == sim::Schedule{});
  CHECK(first.block.whole_launch);
  CHECK(first.block.block == 2);
  CHECK(first.moment->place.thread == Dim3{5, 0, 0});
}

TEST_CASE("where no two orders differ, or nobody wrote the element, there is nowhere to go") {
  lens::OrderSearch search = two_answers();
  CHECK(moments_of(search).size() == 2);
  search.found->second.last_write.reset();
  CHECK(moments_of(search).empty());
  search.found.reset();
  CHECK(moments_of(search).empty());
}

TEST_CASE("an answer that depends on the order is walked through in the order that shows it") {
  verdict::ExerciseResult result;
  verdict::Mismatch wrong;
  wrong.buffer = "out";
  wrong.index = {1};
  wrong.writer = sim::ThreadPlace{{1, 0, 0}, {9, 0, 0}};
  wrong.where = "n 64, seed 2, order lockstep";
  wrong.order = sim::Schedule{sim::Schedule::Kind::lockstep, 0};
  result.mismatch = wrong;
  const std::vector<Moment> moments = moments_of(result);
  REQUIRE(moments.size() == 1);
  CHECK(moments[0].title == "Last write of the wrong out[1], order lockstep");
  CHECK(moments[0].block.where == "n 64, seed 2");
  CHECK(moments[0].block.order == *wrong.order);
  CHECK(moments[0].block.whole_launch);
  result.mismatch->order.reset();
  CHECK(moments_of(result)[0].block.order == sim::Schedule{});
  CHECK_FALSE(moments_of(result)[0].block.whole_launch);
}

TEST_CASE("every kind of order is walked through, one press after the other, and in order again") {
  Stepped stepped;
  std::set<sim::Schedule::Kind> kinds;
  int presses = 0;
  do {
    stepped.click("steps order");
    const lens::BlockChoice block = stepped.script.last().block;
    kinds.insert(block.order.kind);
    CHECK(block.whole_launch == (block.order != sim::Schedule{}));
  } while (stepped.script.last().block.order != sim::Schedule{} && ++presses < 20);
  CHECK(kinds.size() == 6);
  CHECK(stepped.script.last().block.order == sim::Schedule{});
}

TEST_CASE("a block that had to be walked alone says so, and one among others does not") {
  Stepped stepped;
  CHECK_FALSE(stepped.shown.headless.has("steps alone"));
  stepped.script.alone = true;
  stepped.click("steps order");
  CHECK(stepped.shown.headless.has("steps alone"));
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
  stepped.shown.lab->settings().layout.right = 0.2f;
  stepped.shown.headless.frames(3);
  const float right = 1440;
  for (const char* name : {"steps block back", "steps block", "steps order", "steps launch",
                           "steps line back", "steps caret"}) {
    if (!stepped.shown.headless.has(name)) continue;
    CHECK(stepped.shown.headless.area_of(name).Max.x <= right);
  }
  CHECK(stepped.shown.headless.area_of("steps order").Min.y >
        stepped.shown.headless.area_of("steps block back").Min.y);
  stepped.shown.lab->settings().layout.right = 0.6f;
  stepped.shown.headless.frames(3);
  CHECK(stepped.shown.headless.area_of("steps order").Min.y ==
        stepped.shown.headless.area_of("steps block back").Min.y);
}

TEST_CASE(
    "where the pane is low, the variables are seen and what is rarely pressed is below them") {
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 5;
  race.message = "writes what another reads (n 7, seed 1).";
  const auto middle = [](const Stepped& stepped, const char* item) {
    return stepped.shown.headless.center_of(item).y;
  };
  Stepped low({race}, {1024, 700});
  CHECK(low.shown.headless.is_whole("variable sum"));
  CHECK(middle(low, "steps line") < middle(low, "variable sum"));
  CHECK(middle(low, "variable sum") < middle(low, "orders first"));
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
  CHECK(middle(high, "moment 0") < middle(high, "steps block"));
  CHECK(middle(high, "steps block") < middle(high, "variable sum"));
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
