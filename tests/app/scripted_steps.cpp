#include "scripted_steps.hpp"

#include <algorithm>

namespace warplab::test {
namespace {

using namespace warplab::app;

class ScriptedBlock final : public StepsMachine {
 public:
  explicit ScriptedBlock(StepsScript& script) : script_(script) {}
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
    state.cells = {{0, 64, std::vector<uint8_t>(128), std::vector<uint16_t>(32)}};
    state.cells[0].writers[5] = 6;
    talk.publish(answer);
    return true;
  }

 private:
  StepsScript& script_;
};

class TwoAnswers final : public OrdersMachine {
 public:
  Result<bool> answer(const OrdersQuestion&, const Talk& talk) override {
    talk.publish(two_answers());
    return true;
  }
};

}  // namespace

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
  open->walk.buffers = {{0, 4096, 1024}};
  open->buffers.resize(1);
  open->buffers[0].name = "out";
  open->buffers[0].element = data::ElementType::f32;
  open->buffers[0].shape = {16, 16};
  open->walk.shared = {{"tile", data::ElementType::f32, 1024, 128}};
  return open;
}

StepsScript::StepsScript() = default;
StepsScript::~StepsScript() = default;

MakeStepsMachine StepsScript::machine() {
  return [this] { return std::make_unique<ScriptedBlock>(*this); };
}

StepsQuestion StepsScript::last() {
  const std::lock_guard lock(mutex);
  REQUIRE_FALSE(questions.empty());
  return questions.back();
}

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

Stepped::Stepped(std::vector<sim::Finding> findings, ImVec2 size)
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
  shown.state.tabs.steps.shows_more = true;
  wait();
}

Stepped::~Stepped() = default;

void Stepped::wait() {
  shown.headless.frames(2);
  REQUIRE(tick_until(*shown.lab, [&] {
    shown.headless.frame();
    return !is_stepping(state()) && state().commands.empty();
  }));
  shown.headless.frames(2);
}

void Stepped::click(const std::string& item) {
  shown.headless.click(item);
  wait();
}

void Stepped::press(int key, unsigned modifiers) {
  shown.state.focused = Pane::tabs;
  shown.headless.press(key, modifiers);
  wait();
}

}  // namespace warplab::test
