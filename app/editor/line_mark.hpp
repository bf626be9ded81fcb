#pragma once
// What the last run and the compiler say about one line of the text.
#include <string>

#include "lab/lab.hpp"

namespace warplab::app {

struct LineMark {
  const Message* worst = nullptr;
  std::string text;  // all messages of the line
  const LineCost* cost = nullptr;
};

LineMark mark_of(const LineMarks& marks, int line);

// For a tooltip. `stale`: the text has changed since the run.
std::string cost_text(const LineCost& cost, bool stale);

}  // namespace warplab::app
