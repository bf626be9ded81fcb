// The Test Anything Protocol, version 14. Source: testanything.org, specification (2026).
#include <fmt/format.h>

#include "reports/card.hpp"

namespace warplab::grader {
namespace {

// "#" begins a directive there, and a backslash takes its meaning away.
std::string description(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '#' || c == '\\') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

// A text in YAML, in single quotes.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'') safe += '\'';
    safe += c == '\n' ? ' ' : c;
  }
  return safe + "'";
}

std::string tap(const ReportCard& card) {
  std::string lines;
  size_t number = 0;
  for (const CardExercise& exercise : card.exercises) {
    if (exercise.timed)
      lines += fmt::format("# {}: timed on {}\n", description(exercise.slug),
                           description(course::text_of(*exercise.timed)));
    if (!exercise.score)
      lines +=
          fmt::format("not ok {} - {}\n  ---\n  message: {}\n  severity: error\n  ...\n", ++number,
                      description(exercise.slug + ": could be graded"), quoted(exercise.error));
    for (const CardGate& gate : exercise.gates) {
      if (!gate.applies) continue;
      const std::string name = description(exercise.slug + ": " + gate.name);
      if (gate.status == "fail")
        lines += fmt::format("not ok {} - {}\n  ---\n  message: {}\n  line: {}\n  ...\n", ++number,
                             name, quoted(gate.message), gate.line);
      else
        lines +=
            fmt::format("ok {} - {}{}\n", ++number, name,
                        gate.status == "not_checked" ? " # SKIP " + description(gate.message) : "");
    }
  }
  return fmt::format("TAP version 14\n1..{}\n{}", number, lines);
}

}  // namespace

extern const CardFormat kTap;
constinit const CardFormat kTap = {"tap", "results.tap", tap};

}  // namespace warplab::grader
