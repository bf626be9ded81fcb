#pragma once
// What came of the last run, in two levels: the gates that decide, each a row with its sentence
// (what, yours, ideal, limit, and where the number comes from); then everything else.
#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "results/passed_card.hpp"

namespace warplab::app {

struct ResultsState {
  PassedCardState card;
  bool all_conditions = false;  // one by one, not in one line
  bool all_unchecked = false;
};

void draw_results(Ui& ui, ResultsState& state, Lab& lab);

}  // namespace warplab::app
