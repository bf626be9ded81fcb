#include "verdict/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace warplab::verdict {
namespace {

// A refusal of the simulator is about the launch, or about an instruction that it does not know:
// "column_sums.cu, line 12: the instruction mma.sync is not supported by the simulator."
bool is_about_an_instruction(const std::string& refusal) {
  return refusal.find(": the instruction ") != std::string::npos ||
         refusal.find(" cannot be simulated: ") != std::string::npos;
}

// 12 of the refusal above, 0 where it names no line.
int line_in(const std::string& refusal) {
  constexpr std::string_view kMark = ", line ";
  const size_t at = refusal.find(kMark);
  return at == std::string::npos ? 0 : std::atoi(refusal.c_str() + at + kMark.size());
}

}  // namespace

std::string with_place(std::string sentence, const std::string& where) {
  const char end = sentence.ends_with('?') ? '?' : '.';
  if (sentence.ends_with(end)) sentence.pop_back();
  return fmt::format("{} ({}){}", sentence, where, end);
}

void add_findings(std::vector<sim::Finding>& known, const sim::Report& report,
                  const std::string& where) {
  for (const sim::Finding& finding : report.findings) {
    const auto same = std::find_if(known.begin(), known.end(), [&](const sim::Finding& other) {
      return other.kind == finding.kind && other.line == finding.line &&
             other.other_line == finding.other_line && other.buffer == finding.buffer;
    });
    if (same != known.end()) {
      same->count += finding.count;
      continue;
    }
    known.push_back(finding);
    known.back().message = with_place(finding.message, where);
  }
}

bool any_fails(const std::vector<sim::Finding>& findings) {
  return std::ranges::any_of(
      findings, [](const sim::Finding& finding) { return !sim::gate_of(finding.kind).empty(); });
}

std::optional<Stop> stop_by_finding(const sim::Report& report, const std::string& where) {
  // What is undefined fails its gate; a run that came to its end all the same can be judged.
  const auto stops = [&](const sim::Finding& finding) {
    return !report.completed || finding.kind != sim::FindingKind::undefined_behavior;
  };
  for (const std::string_view gate : {"supported", "launches", "terminates"})
    for (const sim::Finding& finding : report.findings)
      if (sim::gate_of(finding.kind) == gate && stops(finding))
        return Stop{std::string(gate), with_place(finding.message, where), finding.line};
  return std::nullopt;
}

Stop stop_by_refusal(const std::string& refusal) {
  if (is_about_an_instruction(refusal)) return Stop{"supported", refusal, line_in(refusal)};
  return Stop{"launches", refusal, 0};
}

}  // namespace warplab::verdict
