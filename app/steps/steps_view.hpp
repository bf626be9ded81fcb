#pragma once
// The tab Steps: one block of the last run's kernel, executed forwards and backwards.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "steps/steps.hpp"

namespace warplab::app {

// What a key or a button asks for.
enum class StepsCommand : uint8_t {
  next_line,
  previous_line,
  next_instruction,
  previous_instruction,
  next_barrier,
  previous_barrier,
  go_on,    // to the next breakpoint, or the end
  go_back,  // to the one before, or the start
  next_warp,
  previous_warp,
  next_lane,
  previous_lane,
  toggle_breakpoint,  // on the line that is shown, for any thread
  toggle_condition,   // and for the thread that is shown alone
  to_caret,           // to the line in which the editor's caret is
  back_to_caret,
};

struct StepsState {
  MakeStepsMachine machine;  // a test's own; empty: executes blocks
  std::unique_ptr<StepsThread> thread;
  MakeOrdersMachine orders_machine;      // a test's own; empty: runs the file in other orders
  std::unique_ptr<OrdersThread> orders;  // while the outcome has a race
  std::string slug;
  std::shared_ptr<const RunOutcome> outcome;  // whose text is executed
  std::shared_ptr<const exercise::Exercise> exercise;
  std::vector<std::string> lines;  // of that text
  std::vector<Moment> moments;
  lens::BlockChoice block;
  bool wants_small = true;  // a walk that is not to a moment begins with small numbers
  bool variables = true;    // by their names, which takes a text with notes on them
  uint32_t warp = 0, lane = 0;
  std::optional<std::string> chosen;   // the register whose lanes are shown
  std::vector<StepsCommand> commands;  // by keys, taken at the next frame
  uint64_t questions = 0;
  bool asked = false;
  uint64_t seen = 0;        // the question whose answer has been taken over
  std::string said;         // what became of the last search
  bool shows_more = false;  // steps of other kinds, other blocks and orders, registers
};

bool is_stepping(const StepsState& state);
// Once a frame, whatever is shown: nothing is executed while a run goes on.
void keep_steps(StepsState& state, const Lab& lab, bool is_shown);
// As in a debugger, with Shift in the other direction: F10 line, F11 instruction, F9 breakpoint;
// C to the next breakpoint, R to the line of the editor's caret, B to the next barrier, W and L to
// another warp and lane.
bool take_steps_key(StepsState& state, const InputEvent& event);
void draw_steps(Ui& ui, StepsState& state, Lab& lab);

}  // namespace warplab::app
