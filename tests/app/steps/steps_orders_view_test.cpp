// Where the tab Steps leads to: moments of a run, and the orders in which its blocks and warps may
// go.
#include "scripted_steps.hpp"
#include "steps/steps_view.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;
using Goal = data::StepSearch::Goal;

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
  race.told = {data::as_it_is("thread (3,0,0) reads what thread (35,0,0) writes"),
               data::as_it_is(": wait for the copy first (consumer_wait())")};
  race.run = "n 64, seed 1";
  race.where = "n 64, seed 1, order lockstep";
  sim::Finding note;
  note.kind = sim::FindingKind::note;
  result.findings = {race, note};
  verdict::Mismatch wrong;
  wrong.buffer = "out";
  wrong.index = {1, 2};
  wrong.writer = sim::ThreadPlace{{1, 0, 0}, {9, 0, 0}};
  wrong.run = wrong.where = "n 64, seed 2";
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
  outside.told.what = data::as_it_is("thread (33,0,0) reads past the end.");
  outside.run = outside.where = "n 7, seed 1";
  Stepped stepped({outside}, {1440, 1500});  // all of the pane is in sight
  CHECK(stepped.script.last().moment);       // the tab opens there
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
  race.told.what = data::as_it_is("writes what another reads (n 7, seed 1).");
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
  race.told.what = data::as_it_is("writes what another reads (n 7, seed 1).");
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
  wrong.run = "n 64, seed 2";
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
