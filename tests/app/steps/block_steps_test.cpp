// What answers the tab Steps, with the worker that executes blocks: where moments lead, and that no
// block is run that is not shown.
#include <doctest/doctest.h>

#include <algorithm>

#include "steps/steps.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

struct Answered {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;
  BlockSteps machine;
  std::atomic<bool> cancel = false;
  int opened = 0;

  explicit Answered(const std::string& folder = "41-racy-atomic") {
    auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/exercises/" + folder);
    REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error()));
    exercise = std::make_shared<const exercise::Exercise>(std::move(*loaded));
    source = test::content_of(exercise->folder / exercise->student_file);
  }
  StepsAnswer at(const Moment& moment) {
    StepsQuestion question;
    question.block = moment.block;
    question.moment = moment;
    return ask(question);
  }
  StepsAnswer ask(StepsQuestion question) {
    question.exercise = exercise;
    question.source = source;
    opened = 0;
    std::optional<StepsAnswer> last;
    const Result<bool> done = machine.answer(question, {[&](const std::string& doing, double) {
                                                          opened += doing == "running the block";
                                                        },
                                                        [&](StepsAnswer answer) {
                                                          last = std::move(answer);
                                                          return true;
                                                        },
                                                        &cancel});
    REQUIRE_MESSAGE(done, (done ? "" : done.error()));
    REQUIRE(last);
    return *last;
  }
};

// The side of a race in a block that is not the first one.
Moment race_in_block(Dim3 block) {
  verdict::ExerciseResult result;
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 16;
  race.place = {block, {3, 0, 0}};
  race.buffer = "out";
  race.index = 0;
  race.told.what = data::as_it_is("thread (3,0,0) writes out[0][0].");
  result.findings = {race};
  Moment moment = moments_of(result).at(0);
  moment.block.where.clear();  // the graded run
  return moment;
}

}  // namespace

TEST_CASE("of two orders each is opened at the write that is the last one in it") {
  Answered answered;
  lens::OrderSearchOptions options;
  const auto orders = lens::find_two_orders(*answered.exercise, answered.source, options);
  REQUIRE_MESSAGE(orders, (orders ? "" : orders.error()));
  const std::vector<Moment> moments = moments_of(*orders);
  REQUIRE(moments.size() == 2);
  for (const Moment& moment : moments) {
    CAPTURE(moment.title);
    const StepsAnswer answer = answered.at(moment);
    CHECK(answer.found);
    CHECK(answered.opened == 1);
    CHECK_FALSE(answer.block->walk.alone);
    CHECK(answer.block->choice.order == moment.block.order);
    CHECK(answer.block->walk.number == moment.block.block);
    const data::StepSplit* const split = running_split(answer.state);
    REQUIRE(split);
    CHECK(answer.block->walk.instructions[split->instruction].line == 18);
    CHECK((split->lanes >> answer.state.lane & 1) == 1);
  }
}

TEST_CASE("a moment's block is the only one that is run, and none is run for what is not there") {
  Answered answered;
  const StepsAnswer there = answered.at(race_in_block({1, 0, 0}));
  CHECK(answered.opened == 1);
  CHECK(there.block->walk.number == 1);
  (void)answered.at(race_in_block({1, 0, 0}));
  CHECK(answered.opened == 0);  // it is open
  const StepsAnswer nowhere = answered.at(race_in_block({9999, 0, 0}));
  CHECK_FALSE(nowhere.found);
  CHECK(nowhere.state.position == 0);
}

TEST_CASE("who comes to a breakpoint is looked at, and of a condition its thread") {
  Answered answered;
  StepsQuestion question;
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::breakpoint;
  search.breakpoints = {{16, 5 * 32 + 9}};
  question.search = search;
  const StepsAnswer of_one = answered.ask(question);
  REQUIRE(of_one.found);
  CHECK(of_one.state.warp == 5);
  CHECK(of_one.state.lane == 9);
  // Without a condition the lane stays, and the warp is the one that comes there.
  search.breakpoints = {{16, -1}};
  search.from = of_one.state.position;
  question.search = search;
  question.warp = 2;
  question.lane = 9;
  const StepsAnswer of_any = answered.ask(question);
  REQUIRE(of_any.found);
  REQUIRE(running_split(of_any.state));
  CHECK(of_any.state.warp == running_split(of_any.state)->warp);
  CHECK(of_any.state.lane == 9);
  // A search for this warp's own next line goes on to look at the lane that was looked at.
  search = {};
  search.goal = data::StepSearch::Goal::line;
  search.warp = 2;
  question.search = search;
  question.lane = 4;
  const StepsAnswer own = answered.ask(question);
  CHECK(own.state.warp == 2);
  CHECK(own.state.lane == 4);
}

TEST_CASE("a kernel that is given is not what is opened first, the student's own is") {
  Answered answered("32-transpose-shared");
  StepsQuestion question;
  question.block.launch = kOwnLaunch;
  question.position = 0;
  const StepsAnswer own = answered.ask(question);
  CHECK(own.block->walk.kernel == "transpose_shared");
  CHECK(own.block->choice.launch == 1);
  (void)answered.ask(question);
  CHECK(answered.opened == 0);  // it is open
  question.block.launch = 0;
  CHECK(answered.ask(question).block->walk.kernel == "transpose_naive");
}
