#pragma once
// What the bar at the top says of the text that is open.
#include <string>

#include "lab/lab.hpp"

namespace warplab::app {

struct VerdictLine {
  std::string sentence;
  std::string note;         // smaller, at the end, where there is room
  std::string if_no_note;   // else in front of the sentence
  bool is_of_text = false;  // the sentence is of the text as it stands, and not of the one that ran
};

// Of work.outcome, which must be there. Once the text has changed, the run's verdict is that of an
// earlier one, and does not stay as if it were this one's.
VerdictLine verdict_line(const Work& work);

}  // namespace warplab::app
