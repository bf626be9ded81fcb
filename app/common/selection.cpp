#include "common/selection.hpp"

namespace warplab::app {

int line_now(int line_of_run, const std::vector<LineChange>& moved) {
  return line_of_run > 0 ? moved_line(line_of_run - 1, moved) + 1 : 0;
}

int line_of_run(int line, const std::vector<LineChange>& moved) {
  int last = line;  // further down it cannot have been
  for (const LineChange& change : moved) last += change.removed;
  for (int of_run = 1; of_run <= last; ++of_run)
    if (line_now(of_run, moved) == line) return of_run;
  return 0;
}

}  // namespace warplab::app
