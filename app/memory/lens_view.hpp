#pragma once
// The tab Memory: what a line of the last run asks of memory, one warp at a time, as a picture with
// its sentence; from warp to warp, block to block and iteration to iteration by keys; the same in
// the run before while a key is held; and the elements in the picture of their buffer.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "memory/lens.hpp"
#include "memory/lens_before.hpp"
#include "memory/lens_page.hpp"
#include "results/output_view.hpp"

namespace warplab::app {

struct LensState {
  MakeLensMachine machine;             // a test's own; empty: executes blocks
  std::unique_ptr<LensThread> thread;  // from the first look on
  std::string slug;
  std::shared_ptr<const RunOutcome> outcome;           // that is looked at
  std::shared_ptr<const exercise::Exercise> exercise;  // of it, as for its pictures
  std::optional<LensQuestion> asked;                   // last
  LensBefore before;
  std::vector<std::pair<LensStep, bool>> steps;  // by keys, to be taken at the next frame
  bool was_running = false;
  bool code_is_shown = false;       // what the compiler made, which has the same answers
  bool glance_is_wanted = false;    // by a card, for one line
  bool before_key_is_down = false;  // since it came to this tab
  bool before_is_pressed = false;   // by the mouse
  OutputState picture;              // of the buffer
  std::optional<Selection> framed;  // that the picture is moved to
};

// Whether an answer is on its way.
bool is_looking(const LensState& state);
// Once a frame, whatever is shown: no block is executed while a run goes on.
void keep_lens(LensState& state, const Lab& lab, bool is_shown);
// Once a frame: what the selection waits for is asked about, and followed when it is known.
void follow_selection(Ui& ui, LensState& state, Lab& lab);
// While the tab has the keyboard: W, B, I go to the next warp, block and iteration, A to the line's
// next access, L to the next line, with Shift to the one before; M to the worst of the line.
bool take_lens_key(LensState& state, const InputEvent& event);
// What the selection touches, for the pictures of other tabs; `buffer` is empty where that is not
// known.
LitElements selected_elements(const LensState& state, const Lab& lab);
// Asks for the code of the last run, with or without that of the machine. False: there is no run.
bool ask_for_code(LensState& state, Lab& lab, bool machine_code);
// The worst access of one line of the run, as a picture with nothing beside it.
void draw_lens_glance(Ui& ui, LensState& state, Lab& lab, int line);
void draw_lens(Ui& ui, LensState& state, Lab& lab);

}  // namespace warplab::app
