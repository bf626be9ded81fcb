#include "views/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/lines.hpp"
#include "views/steps_parts.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

using data::StepSearch;
using Goal = StepSearch::Goal;
using Command = StepsCommand;

constexpr double kFrameTime = 1.0 / 60;

bool has_run(const Lab& lab) {
  const Work* const work = lab.work();
  return work && work->outcome && !work->outcome->cancelled && lab.exercise() &&
         !lab.exercise()->student_file.empty();
}

void begin(StepsState& state, const Lab& lab) {
  if (!state.thread)
    state.thread = std::make_unique<StepsThread>(
        state.machine ? state.machine : [] { return std::make_unique<BlockSteps>(); });
  const Work& work = *lab.work();
  if (state.outcome == work.outcome && state.slug == lab.entry()->slug) return;
  state.thread->forget();
  state.slug = lab.entry()->slug;
  state.outcome = work.outcome;
  state.exercise = std::make_shared<const exercise::Exercise>(*lab.exercise());
  state.lines = lines_of(work.outcome->source);
  state.moments = moments_of(work.outcome->result);
  state.block = {};
  state.warp = state.lane = 0;
  state.asked = false;
  state.said.clear();
  state.orders.reset();
  if (!has_race(work.outcome->result)) return;
  state.orders = std::make_unique<OrdersThread>(
      state.orders_machine ? state.orders_machine : [] { return std::make_unique<OrderTrials>(); });
  state.orders->ask({state.exercise, work.outcome->source, work.outcome->result.seed});
}

StepsQuestion question_of(StepsState& state) {
  StepsQuestion question;
  question.exercise = state.exercise;
  question.source = state.outcome->source;
  question.seed = state.outcome->result.seed;
  question.block = state.block;
  question.block.variables = state.variables;
  question.warp = state.warp;
  question.lane = state.lane;
  question.number = ++state.questions;
  return question;
}

void ask(StepsState& state, StepsQuestion question) {
  state.asked = true;
  state.said.clear();
  state.thread->ask(std::move(question));
}

void ask_position(StepsState& state, uint32_t position) {
  StepsQuestion question = question_of(state);
  question.position = position;
  ask(state, std::move(question));
}

void ask_moment(StepsState& state, const Moment& moment) {
  StepsQuestion question = question_of(state);
  question.block = moment.block;
  question.block.variables = state.variables;
  question.moment = moment;
  ask(state, std::move(question));
}

// What a run that failed did wrong first, else the start.
void ask_first(StepsState& state) {
  if (state.moments.empty()) ask_position(state, 0);
  else ask_moment(state, state.moments.front());
}

// `stops`: of a search for one of them, at lines of the run.
void ask_search(StepsState& state, const StepsAnswer& answer, Goal goal, bool backwards,
                Breakpoints stops = {}) {
  StepsQuestion question = question_of(state);
  StepSearch search;
  search.goal = goal;
  search.from = answer.state.position;
  search.backwards = backwards;
  // Instructions and lines are those of the warp that is looked at.
  if (goal == Goal::instruction || goal == Goal::line) search.warp = static_cast<int>(state.warp);
  search.breakpoints = std::move(stops);
  question.search = search;
  ask(state, std::move(question));
}

// The line at which the lane that is shown is; 0: none.
int line_of(const StepsAnswer& answer) {
  if (answer.state.stack.empty()) return 0;
  return answer.block->walk.instructions[answer.state.stack[0]].line;
}

// Breakpoints are those of the text as it is now, which may have lost the line.
void toggle_here(StepsState& state, Work& work, const StepsAnswer& answer, int thread) {
  const int line = line_now(line_of(answer), work.marks.moved);
  if (line > 0) toggle(work.breakpoints, {line, thread});
  else state.said = "This line is not in the text any more.";
}

void ask_breakpoint(StepsState& state, const Work& work, const StepsAnswer& answer,
                    bool backwards) {
  Breakpoints stops = breakpoints_of_run(work.breakpoints, work.marks.moved);
  if (!stops.empty())
    return ask_search(state, answer, Goal::breakpoint, backwards, std::move(stops));
  state.said = "There is no breakpoint: press a line's number in the editor, or F9 here.";
}

void ask_caret(StepsState& state, const Work& work, const StepsAnswer& answer, bool backwards) {
  const int line = line_of_run(work.document.code().caret().line + 1, work.marks.moved);
  if (line > 0) return ask_search(state, answer, Goal::breakpoint, backwards, {{line, -1}});
  state.said = "The line of the editor's caret was not in the text that was run.";
}

// Another text of the same block has other positions: the first of this warp in the same line.
void ask_line_again(StepsState& state, const StepsAnswer& answer) {
  StepsQuestion question = question_of(state);
  const int line = line_of(answer);
  if (answer.state.position == 0 || line == 0) {
    question.position = 0;
  } else {
    StepSearch search;
    search.goal = Goal::breakpoint;
    search.warp = static_cast<int>(state.warp);
    search.breakpoints = {{line, -1}};
    question.search = search;
  }
  ask(state, std::move(question));
}

void look_from(StepsState& state, const StepsAnswer& answer, uint32_t warp, uint32_t lane) {
  const auto warps = static_cast<uint32_t>((answer.block->walk.block.volume() + 31) / 32);
  state.warp = warp % warps;
  state.lane = lane % 32;
  ask_position(state, answer.state.position);
}

void perform(StepsState& state, Work& work, const StepsAnswer& answer, Command command) {
  state.said.clear();
  const auto warps = static_cast<uint32_t>((answer.block->walk.block.volume() + 31) / 32);
  switch (command) {
    case Command::next_line: return ask_search(state, answer, Goal::line, false);
    case Command::previous_line: return ask_search(state, answer, Goal::line, true);
    case Command::next_instruction: return ask_search(state, answer, Goal::instruction, false);
    case Command::previous_instruction: return ask_search(state, answer, Goal::instruction, true);
    case Command::next_barrier: return ask_search(state, answer, Goal::barrier, false);
    case Command::previous_barrier: return ask_search(state, answer, Goal::barrier, true);
    case Command::go_on: return ask_breakpoint(state, work, answer, false);
    case Command::go_back: return ask_breakpoint(state, work, answer, true);
    case Command::to_caret: return ask_caret(state, work, answer, false);
    case Command::back_to_caret: return ask_caret(state, work, answer, true);
    case Command::next_warp: return look_from(state, answer, state.warp + 1, state.lane);
    case Command::previous_warp:
      return look_from(state, answer, state.warp + warps - 1, state.lane);
    case Command::next_lane: return look_from(state, answer, state.warp, state.lane + 1);
    case Command::previous_lane: return look_from(state, answer, state.warp, state.lane + 31);
    case Command::toggle_breakpoint: return toggle_here(state, work, answer, -1);
    case Command::toggle_condition:
      return toggle_here(state, work, answer, static_cast<int>(state.warp * 32 + state.lane));
  }
}

// What the last answer says of the question, once.
void take_answer(StepsState& state, const StepsAnswer& answer) {
  if (state.seen == answer.number) return;
  state.seen = answer.number;
  state.block = answer.block->choice;
  state.warp = answer.state.warp;
  state.lane = answer.state.lane;
  if (!answer.found) state.said = "There is no such place in that direction.";
}

// --- buttons

void draw_moments(Ui& ui, StepsState& state) {
  if (state.moments.empty()) return;
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "What went wrong");
  for (size_t i = 0; i < state.moments.size(); ++i) {
    const Moment& moment = state.moments[i];
    ImGui::SetCursorPosX(ui.px(12));
    if (labelled_button(ui, fmt::format("moment {}", i).c_str(), Icon::chevron_right, moment.title))
      ask_moment(state, moment);
    tooltip_for_item(ui, moment.text);
  }
}

// Of a race: two answers of one run.
void draw_orders(Ui& ui, const StepsState& state) {
  if (!state.orders) return;
  const OrdersThread::Snapshot now = state.orders->snapshot();
  if (now.working) ui.wake_within(kFrameTime);
  if (now.answer) marked_sentence(ui, Icon::info, ui.color().info, lens::sentence(*now.answer));
  else if (!now.error.empty()) marked_sentence(ui, Icon::warning, ui.color().warn, now.error);
  else pane_text(ui, ui.fonts.text, ui.color().dim, "Other orders of threads are being tried.");
}

// In order, then some orders by chance, then in order again.
sim::Schedule next_order(const sim::Schedule& order) {
  constexpr uint64_t kOrders = 9;
  return sim::Schedule::numbered((order.seed + 1) % kOrders);
}

struct ButtonRow {
  const char* id;
  Icon icon;
  const char* label;
  const char* tip;
  Command command;
};
constexpr ButtonRow kButtons[] = {
    {"steps line back", Icon::step_back, "Line", "Back to the line before (Shift+F10)",
     Command::previous_line},
    {"steps line", Icon::step_forward, "Line", "To the next line of this warp (F10)",
     Command::next_line},
    {"steps instruction back", Icon::step_back, "Instruction", "One instruction back (Shift+F11)",
     Command::previous_instruction},
    {"steps instruction", Icon::step_forward, "Instruction",
     "The next instruction of this warp (F11)", Command::next_instruction},
    {"steps barrier", Icon::step_forward, "Barrier", "To the next barrier of any warp (B)",
     Command::next_barrier},
    {"steps back", Icon::step_back, "Breakpoint", "Back to a breakpoint (Shift+C)",
     Command::go_back},
    {"steps go on", Icon::step_forward, "Breakpoint", "On to a breakpoint (C)", Command::go_on},
    {"steps to caret", Icon::step_forward, "Caret",
     "On to the line in which the editor's caret is (R, back with Shift+R)", Command::to_caret},
};

// A further button of a row: behind the last one, or where there is no room below it.
void place_button(Ui& ui, const std::string& label, bool is_first) {
  const float width = labelled_button_width(ui, label);
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (!is_first && ImGui::GetItemRectMax().x + ui.px(6) + width < right)
    ImGui::SameLine(0, ui.px(4));
  else ImGui::SetCursorPosX(ui.px(12));
}

void draw_buttons(Ui& ui, StepsState& state) {
  bool is_first = true;
  for (const ButtonRow& row : kButtons) {
    place_button(ui, row.label, std::exchange(is_first, false));
    if (labelled_button(ui, row.id, row.icon, row.label)) state.commands.push_back(row.command);
    tooltip_for_item(ui, row.tip);
  }
}

void draw_slider(Ui& ui, StepsState& state, const StepsAnswer& answer) {
  ImGui::SetCursorPosX(ui.px(14));
  int position = static_cast<int>(answer.state.position);
  const int last = static_cast<int>(answer.block->walk.positions);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ui.px(14));
  if (ImGui::SliderInt("##position", &position, 0, last, fmt::format("%d of {}", last).c_str()))
    ask_position(state, static_cast<uint32_t>(std::clamp(position, 0, last)));
  note_item(ui, "steps position");
  tooltip_for_item(ui, "Instructions that the block has executed by now");
}

// With notes on variables the PTX is another one than that which was graded.
void draw_text_choice(Ui& ui, StepsState& state, const StepsAnswer& answer) {
  place_button(ui, "Without variables", false);
  if (labelled_button(ui, "steps variables", Icon::swap,
                      state.variables ? "Without variables" : "With variables")) {
    state.variables = !state.variables;
    ask_line_again(state, answer);
  }
  tooltip_for_item(ui, state.variables
                           ? "Walk through the PTX that was graded. So that variables can be "
                             "shown, what is walked now has two more instructions wherever one "
                             "is given a value."
                           : "Compile the text once more with notes on its variables, so that "
                             "they can be shown by their names.");
}

void draw_block_choice(Ui& ui, StepsState& state, const StepsAnswer& answer) {
  const lens::OpenBlock& open = *answer.block;
  const Dim3 place = position_of(open.walk.number, open.walk.grid);
  pane_text(ui, ui.fonts.text, ui.color().dim,
            fmt::format("{}: launch {} of {}, block ({},{},{}) of {} x {} x {}; {}", open.launch,
                        open.choice.launch + 1, open.launches, place.x, place.y, place.z,
                        open.walk.grid.x, open.walk.grid.y, open.walk.grid.z, open.choice.where));
  const auto other = [&](int launch, uint64_t block) {
    state.block.launch = launch;
    state.block.block = block;
    state.warp = state.lane = 0;
    ask_position(state, 0);
  };
  place_button(ui, "Block", true);
  const uint64_t blocks = open.walk.grid.volume();
  if (labelled_button(ui, "steps block back", Icon::step_back, "Block"))
    other(open.choice.launch, (open.walk.number + blocks - 1) % blocks);
  tooltip_for_item(ui, "The block before");
  place_button(ui, "Block", false);
  if (labelled_button(ui, "steps block", Icon::step_forward, "Block"))
    other(open.choice.launch, (open.walk.number + 1) % blocks);
  tooltip_for_item(ui, "The next block");
  const std::string order = "Order: " + sim::name_of(open.choice.order);
  place_button(ui, order, false);
  if (labelled_button(ui, "steps order", Icon::reset, order)) {
    state.block.order = next_order(open.choice.order);
    ask_position(state, 0);
  }
  tooltip_for_item(ui,
                   "Another order in which the block's warps take turns. Where the grid has one "
                   "block, these are the orders of the run.");
  draw_text_choice(ui, state, answer);
  if (open.launches < 2) return;
  place_button(ui, "Launch", false);
  if (labelled_button(ui, "steps launch", Icon::step_forward, "Launch"))
    other(static_cast<int>((static_cast<size_t>(open.choice.launch) + 1) % open.launches), 0);
  tooltip_for_item(ui, "The next launch of the run");
}

void draw_standing(Ui& ui, const StepsState& state, const StepsThread::Snapshot& now) {
  const Palette& color = ui.color();
  if (!now.error.empty()) return marked_sentence(ui, Icon::error, color.fail, now.error);
  if (!state.said.empty()) marked_sentence(ui, Icon::info, color.info, state.said);
  if (!now.answer) return;
  const data::StepWalk& walk = now.answer->block->walk;
  if (walk.cut)
    marked_sentence(ui, Icon::info, color.info,
                    fmt::format("The block runs on; its first {} instructions can be walked.",
                                count_text(walk.positions)));
  if (walk.waits_from)
    marked_sentence(ui, Icon::warning, color.warn,
                    fmt::format("From instruction {} on it only waits for other blocks, which are "
                                "not run here.",
                                count_text(*walk.waits_from)));
}

}  // namespace

bool is_stepping(const StepsState& state) {
  return (state.thread && state.thread->snapshot().working) ||
         (state.orders && state.orders->snapshot().working);
}

void keep_steps(StepsState& state, const Lab& lab, bool /*is_shown*/) {
  if (state.thread) state.thread->hold(lab.runner().is_running());
  if (state.orders) state.orders->hold(lab.runner().is_running());
}

bool take_steps_key(StepsState& state, const InputEvent& event) {
  using namespace key;
  struct Row {
    int key;
    unsigned modifiers;
    Command command;
  };
  static constexpr Row kRows[] = {
      {kF10, 0, Command::next_line},
      {kF10, kShift, Command::previous_line},
      {kF11, 0, Command::next_instruction},
      {kF11, kShift, Command::previous_instruction},
      {kF9, 0, Command::toggle_breakpoint},
      {kF9, kShift, Command::toggle_condition},
      {'B', 0, Command::next_barrier},
      {'B', kShift, Command::previous_barrier},
      {'R', 0, Command::to_caret},
      {'R', kShift, Command::back_to_caret},
      {'C', 0, Command::go_on},
      {'C', kShift, Command::go_back},
      {'W', 0, Command::next_warp},
      {'W', kShift, Command::previous_warp},
      {'L', 0, Command::next_lane},
      {'L', kShift, Command::previous_lane},
  };
  for (const Row& row : kRows)
    if (event.is(row.key, row.modifiers)) return state.commands.push_back(row.command), true;
  return false;
}

void draw_steps(Ui& ui, StepsState& state, Lab& lab) {
  if (!has_run(lab))
    return empty_pane(ui, Icon::step_forward, "Nothing to step through",
                      "Run the kernel (F5): then one of its blocks can be executed here "
                      "instruction by instruction, forwards and backwards.");
  begin(state, lab);
  if (!state.asked) ask_first(state);
  const StepsThread::Snapshot now = state.thread->snapshot();
  if (now.working) ui.wake_within(kFrameTime);
  if (now.answer) take_answer(state, *now.answer);
  ImGui::SetCursorPos({0, ui.px(10)});
  draw_moments(ui, state);
  draw_orders(ui, state);
  if (now.answer) {
    draw_block_choice(ui, state, *now.answer);
    ImGui::Dummy({1, ui.px(2)});
    draw_buttons(ui, state);
    draw_slider(ui, state, *now.answer);
  }
  draw_standing(ui, state, now);
  if (!now.answer) {
    if (now.working) pane_text(ui, ui.fonts.text, ui.color().dim, "The block is being run.");
    return;
  }
  const StepsAnswer& answer = *now.answer;
  Work& work = *lab.work();
  const int line = line_now(line_of(answer), work.marks.moved);
  draw_place(ui, {answer, state.lines,
                  std::ranges::find(work.breakpoints, line, &data::Breakpoint::line) !=
                      work.breakpoints.end()});
  draw_breakpoints(ui, answer, work.breakpoints);
  draw_variables(ui, answer, state.chosen);
  if (const auto chosen = draw_warps(ui, answer))
    look_from(state, answer, chosen->warp, chosen->lane);
  draw_registers(ui, answer, state.chosen);
  draw_shared_memory(ui, answer);
  draw_printed(ui, answer);
  // One command a frame, and none while an answer is on its way: each goes on from the last place.
  if (!state.commands.empty() && !state.thread->snapshot().working) {
    const Command command = state.commands.front();
    state.commands.erase(state.commands.begin());
    perform(state, work, answer, command);
  }
}

}  // namespace warplab::app
