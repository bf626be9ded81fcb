#include "steps/steps_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/lines.hpp"
#include "draw/item_rows.hpp"
#include "draw/stop_slider.hpp"
#include "draw/widgets.hpp"
#include "steps/steps_memory.hpp"
#include "steps/steps_moments.hpp"
#include "steps/steps_place.hpp"
#include "steps/steps_values.hpp"

namespace warplab::app {
namespace {

using data::StepSearch;
using Goal = StepSearch::Goal;
using Command = StepsCommand;

constexpr size_t kMostWaiting = 2;  // commands
// Lines of text that a pane is high in which the variables are seen below everything that leads to
// a place. In a lower one what is rarely pressed stands below them.
constexpr float kHighPane = 44;

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
  state.block.launch = kOwnLaunch;
  state.wants_small = true;
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
  question.wants_small = state.wants_small;
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

// `is_high`: there is room for a button for each.
void draw_what_went_wrong(Ui& ui, StepsState& state, bool is_high) {
  const std::optional<Moment> pressed =
      is_high ? draw_moments(ui, state.moments) : draw_list_of_moments(ui, state.moments);
  if (pressed) ask_moment(state, *pressed);
}

void draw_other_orders(Ui& ui, StepsState& state) {
  if (!state.orders) return;
  const OrdersThread::Snapshot now = state.orders->snapshot();
  if (now.working) ui.wake_within(kMotionFrameTime);
  if (const auto pressed = draw_orders(ui, now)) ask_moment(state, *pressed);
}

// `all`: of every kind; else from line to line alone.
void draw_buttons(Ui& ui, StepsState& state, bool all) {
  struct Row {
    Arrows arrows;
    Command back, on;
  };
  static const Row kRows[] = {
      {{"steps instruction", "Instruction", "The previous instruction of this warp",
        "Its next instruction", "Shift+F11", "F11"},
       Command::previous_instruction,
       Command::next_instruction},
      {{"steps barrier", "Barrier", "The previous barrier of any warp",
        "The next barrier of any warp", "Shift+B", "B"},
       Command::previous_barrier,
       Command::next_barrier},
      {{"steps breakpoint", "Breakpoint", "The previous breakpoint", "The next breakpoint",
        "Shift+C", "C"},
       Command::go_back,
       Command::go_on},
      {{"steps caret", "Caret", "Back to the line of the editor's caret",
        "On to the line of the editor's caret", "Shift+R", "R"},
       Command::back_to_caret,
       Command::to_caret}};
  static const Row kStep = {
      {"steps line", "Step", "The previous line of this warp", "Its next line", "Shift+F10", "F10"},
      Command::previous_line,
      Command::next_line};
  const auto draw = [&](const Row& row, bool is_first) {
    const Arrow pressed = draw_arrows(ui, row.arrows, is_first);
    if (pressed == Arrow::back) state.commands.push_back(row.back);
    if (pressed == Arrow::on) state.commands.push_back(row.on);
  };
  if (!all) return draw(kStep, true);
  bool is_first = true;
  for (const Row& row : kRows) draw(row, std::exchange(is_first, false));
}

void draw_slider(Ui& ui, StepsState& state, const StepsAnswer& answer) {
  const auto last = static_cast<int>(answer.block->walk.positions);
  const auto text = [&](int place) {
    return fmt::format("{} of {}", count_text(static_cast<uint64_t>(place)),
                       count_text(answer.block->walk.positions));
  };
  const auto shown = static_cast<int>(answer.state.position);
  int position = shown;
  const size_t item = ui.items.size();
  if (place_slider(ui, "steps position", last, position, text))
    ask_position(state, static_cast<uint32_t>(position));
  ui.items[item].label = text(shown);
  tooltip_for_item(ui, "Instructions that the block has executed by now");
}

// With notes on variables the PTX is another one than that which was graded.
void draw_text_choice(Ui& ui, StepsState& state, const StepsAnswer& answer) {
  if (row_button(ui, "steps variables", Icon::swap,
                 state.variables ? "Without variables" : "With variables", false)) {
    state.variables = !state.variables;
    ask_line_again(state, answer);
  }
  tooltip_for_item(
      ui, state.variables
              ? "Walk through the PTX that was graded. What is walked through now has two more "
                "instructions wherever a variable is given a value, so that variables can be shown."
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
  const uint64_t blocks = open.walk.grid.volume();
  const Arrow to_block = draw_arrows(
      ui,
      {"steps block", "Block", "The block before this one in the grid", "The next block", "", ""},
      true);
  if (to_block == Arrow::back) other(open.choice.launch, (open.walk.number + blocks - 1) % blocks);
  if (to_block == Arrow::on) other(open.choice.launch, (open.walk.number + 1) % blocks);
  if (open.launches > 1) {
    const Arrow to_launch = draw_arrows(
        ui, {"steps launch", "Launch", "The launch before this one", "The next launch", "", ""},
        false);
    const auto at = static_cast<size_t>(open.choice.launch);
    if (to_launch == Arrow::back)
      other(static_cast<int>((at + open.launches - 1) % open.launches), 0);
    if (to_launch == Arrow::on) other(static_cast<int>((at + 1) % open.launches), 0);
  }
  if (!answer.small_run.empty()) {
    const bool is_small = open.choice.where == answer.small_run;
    if (row_button(ui, "steps size", Icon::swap,
                   is_small ? "At the graded size" : "With small numbers", false)) {
      state.wants_small = !is_small;
      state.block = {};
      other(kOwnLaunch, 0);
    }
    tooltip_for_item(ui,
                     "The run whose counters are judged, or the first check whose arrays are "
                     "seen whole");
  }
  const std::string order = "Order: " + sim::name_of(open.choice.order);
  if (row_button(ui, "steps order", Icon::reset, order, false)) {
    state.block = in_order(open.choice, next_order(open.choice.order));
    ask_position(state, 0);
  }
  tooltip_for_item(ui,
                   "Another order in which the launch's blocks and warps take turns, as in the "
                   "repetitions that look for answers which depend on it.");
  draw_text_choice(ui, state, answer);
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
  if (walk.alone) {
    const sim::Schedule& order = now.answer->block->choice.order;
    marked_sentence(
        ui, Icon::info, color.info,
        fmt::format("The launch is too long to be run in the order \"{}\": this block "
                    "is walked through alone, with its warps {}.",
                    sim::name_of(order),
                    order.kind == sim::Schedule::Kind::random ? "in random order" : "in order"));
    note_item(ui, "steps alone");
  }
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
  for (const Row& row : kRows) {
    if (!event.is(row.key, row.modifiers)) continue;
    // A key that is held repeats faster than steps are made, and ends where it is let go.
    if (state.commands.size() < kMostWaiting) state.commands.push_back(row.command);
    return true;
  }
  return false;
}

namespace {

// Below what leads to a place: what is in it.
void draw_what_is_there(Ui& ui, StepsState& state, Work& work, const StepsAnswer& answer) {
  const int line = line_now(line_of(answer), work.marks.moved);
  draw_place(ui, {answer, state.lines,
                  std::ranges::find(work.breakpoints, line, &data::Breakpoint::line) !=
                      work.breakpoints.end()});
  draw_variables(ui, answer, state.chosen);
  draw_memory(ui, answer);
  if (const auto chosen = draw_warps(ui, answer))
    look_from(state, answer, chosen->warp, chosen->lane);
  draw_printed(ui, answer);
  ImGui::Dummy({1, ui.px(6)});
  ImGui::SetCursorPosX(ui.px(14));
  if (labelled_button(ui, "steps more", state.shows_more ? Icon::chevron_down : Icon::chevron_right,
                      "More"))
    state.shows_more = !state.shows_more;
  tooltip_for_item(ui, "Steps of other kinds, breakpoints, other blocks and orders, registers");
  if (!state.shows_more) return;
  draw_buttons(ui, state, true);
  draw_breakpoints(ui, answer, work.breakpoints);
  ImGui::Dummy({1, ui.px(4)});
  draw_block_choice(ui, state, answer);
  draw_registers(ui, answer, state.chosen);
}

}  // namespace

void draw_steps(Ui& ui, StepsState& state, Lab& lab) {
  if (!has_run(lab))
    return empty_pane(ui, Icon::step_forward, "Nothing to step through",
                      "Run the kernel (F5): then one of its blocks can be executed here "
                      "instruction by instruction, forwards and backwards.");
  begin(state, lab);
  if (!state.asked) ask_first(state);
  const StepsThread::Snapshot now = state.thread->snapshot();
  if (now.working) ui.wake_within(kMotionFrameTime);
  if (now.answer) take_answer(state, *now.answer);
  ImGui::SetCursorPos({0, ui.px(10)});
  const bool is_high = ImGui::GetWindowHeight() >= kHighPane * ImGui::GetFontSize();
  draw_what_went_wrong(ui, state, is_high);
  draw_other_orders(ui, state);
  if (now.answer) {
    ImGui::Dummy({1, ui.px(2)});
    draw_buttons(ui, state, false);
    draw_slider(ui, state, *now.answer);
  }
  draw_standing(ui, state, now);
  if (!now.answer) {
    if (now.working) pane_text(ui, ui.fonts.text, ui.color().dim, "The block is being run.");
    return;
  }
  const StepsAnswer& answer = *now.answer;
  Work& work = *lab.work();
  // It is marked in the text.
  work.executing_line = line_of(answer);
  draw_what_is_there(ui, state, work, answer);
  // One command a frame, and none while an answer is on its way: each goes on from the last place.
  if (!state.commands.empty() && !state.thread->snapshot().working) {
    const Command command = state.commands.front();
    state.commands.erase(state.commands.begin());
    perform(state, work, answer, command);
  }
}

}  // namespace warplab::app
