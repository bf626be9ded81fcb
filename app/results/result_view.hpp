#pragma once
// The tab Result: what to mend first in one card with its line and the next step, the picture that
// shows it, and behind a press each whatever else there is to know.
#include <functional>
#include <optional>
#include <string>

#include "draw/markdown_view.hpp"
#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "results/output_view.hpp"
#include "results/passed_card.hpp"
#include "results/result_card.hpp"

namespace warplab::app {

struct ResultState {
  PassedCardState card;
  OutputState picture;
  MarkdownState hint;
  int of_run = -1;  // what is open below is of this run
  bool others = false, details = false, gates = false;
  std::optional<bool> picture_is_open;  // as pressed; else where something is wrong in it
  int current = -1;                     // the message that F8 went to
  std::string said, brief;              // the sentence of the card, and its short form
};

// `draw_access`: draws what a line of the run asks of memory; it is another feature's.
void draw_result(Ui& ui, ResultState& state, Lab& lab, const LitElements& lit,
                 const std::function<void(int line)>& draw_access);

// The line whose access is the picture of what is to be mended first; 0: another one is.
int line_of_access(const Lab& lab);

// Keys of its picture, while the tab has the keyboard.
bool take_result_key(ResultState& state, const InputEvent& event);

// F8 and Shift+F8: goes to the next message that has a line.
void step_message(Ui& ui, ResultState& state, const Lab& lab, int direction);

// The card of the open exercise's last run; none: there was none.
std::optional<ResultCard> card_of(const Lab& lab);

}  // namespace warplab::app
