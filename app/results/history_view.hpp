#pragma once
// Every run so far; two of them, or one and the text as it is, side by side.
#include <optional>
#include <string>
#include <vector>

#include "common/line_diff.hpp"
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct HistoryState {
  std::string slug;
  std::vector<std::string> chosen;  // ids, at most two, in the order in which they were chosen
  struct Comparison {
    LineDiff diff;
    std::string left, right;  // what the sides are
  };
  std::optional<Comparison> comparison;
};

// When it was made, as it is written there: "13:45:01", and the day where it was another one.
std::string attempt_time(const Attempt& attempt);

// Fills the window that is open: the runs, and what has changed since the one that is chosen, or
// between two. Returns whether it was closed.
bool draw_history(Ui& ui, HistoryState& state, Lab& lab);

}  // namespace warplab::app
