#pragma once
// Passing is an event: what has changed since the starter, the question that leads on, and the next
// exercise by one key; at the end of the course a summary.
#include "draw/markdown_view.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct PassedCardState {
  MarkdownState question;
  std::string slug;
  int of_run = -1;  // that the summary was made after
  std::vector<CourseRow> summary;
};

// The text as it stands has passed.
bool has_passed(const Lab& lab);

// At the head of the results, over the width there is.
void draw_passed_card(Ui& ui, PassedCardState& state, Lab& lab);

}  // namespace warplab::app
