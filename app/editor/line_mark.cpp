#include "editor/line_mark.hpp"

#include <fmt/format.h>

#include "results/result_card.hpp"

namespace warplab::app {

LineMark mark_of(const LineMarks& marks, int line) {
  LineMark mark;
  for (const Message& message : marks.messages) {
    if (message.line != line && message.other_line != line) continue;
    if (!mark.worst || message.severity < mark.worst->severity) mark.worst = &message;
    if (!mark.text.empty()) mark.text += "\n\n";
    mark.text +=
        message.from == kFromCompiler ? message.text : with_lines_now(message.text, marks.moved);
  }
  for (const LineCost& cost : marks.costs)
    if (cost.line == line) mark.cost = &cost;
  return mark;
}

std::string cost_text(const LineCost& cost, bool stale) {
  std::string text = fmt::format("Line {}", cost.line);
  for (const AccessCost& access : cost.accesses) {
    text += fmt::format("\n{}: {:.3g} {} a request", access.what, access.per_request(),
                        access.memory == AccessCost::Memory::shared ? "passes" : "sectors");
    if (access.ideal_units > 0) text += fmt::format(", ideal {:.3g}", access.ideal_per_request());
    text += fmt::format("; {}.", access.sentence);
  }
  if (stale) text += "\n\nFrom the last run; the text has changed since.";
  return text;
}

}  // namespace warplab::app
