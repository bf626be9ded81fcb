#include "verdict/run/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "compile/lines_about.hpp"
#include "sim/local_memory.hpp"
#include "source/declared_arrays.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"

namespace warplab::verdict {

bool are_one(const sim::Finding& a, const sim::Finding& b) {
  return a.kind == b.kind && a.line == b.line && a.other_line == b.other_line &&
         a.buffer == b.buffer;
}

void add_findings(std::vector<sim::Finding>& known, const sim::Report& report,
                  const std::string& run, const std::string& where) {
  for (const sim::Finding& finding : report.findings) {
    const auto same = std::ranges::find_if(
        known, [&](const sim::Finding& other) { return are_one(other, finding); });
    if (same != known.end()) {
      same->count += finding.count;
      continue;
    }
    known.push_back(finding);
    known.back().run = run;
    known.back().where = where;
  }
}

void prefer_findings_with_lines(std::vector<sim::Finding>& findings, sim::FindingKind kind) {
  const bool has_line = std::any_of(findings.begin(), findings.end(), [&](const sim::Finding& f) {
    return f.kind == kind && f.line > 0;
  });
  if (has_line)
    std::erase_if(findings, [&](const sim::Finding& f) { return f.kind == kind && f.line == 0; });
}

bool any_fails(const std::vector<sim::Finding>& findings) {
  return std::ranges::any_of(
      findings, [](const sim::Finding& finding) { return !gate_of(finding.kind).empty(); });
}

namespace {

Stop stop_by(std::string_view gate, sim::Finding finding, const std::string& where) {
  finding.run = finding.where = where;
  return {std::string(gate), {}, finding.line, std::move(finding)};
}

}  // namespace

std::optional<Stop> stop_by_finding(const sim::Report& report, const std::string& where) {
  // What is undefined fails its gate; a run that came to its end all the same can be judged.
  const auto stops = [&](const sim::Finding& finding) {
    return !report.completed || finding.kind != sim::FindingKind::undefined_behavior;
  };
  for (const std::string_view gate : {"supported", "launches", "terminates"})
    for (const sim::Finding& finding : report.findings)
      if (gate_of(finding.kind) == gate && stops(finding)) return stop_by(gate, finding, where);
  return std::nullopt;
}

Stop stop_by_refusal(const worker::Failure& refusal) {
  const bool unsupported = refusal.refusal == sim::Refusal::Kind::unsupported;
  return Stop{unsupported ? "supported" : "launches", refusal.says, refusal.line, {}};
}

void name_declared_elements(Evidence& evidence, const exercise::Exercise& exercise,
                            std::string_view source) {
  if (evidence.findings.empty() && !evidence.stop) return;
  std::vector<source::DeclaredArray> arrays = source::declared_arrays(source);
  std::erase_if(arrays, [&](const source::DeclaredArray& array) {
    return std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& buffer) {
      return buffer.name == array.name;
    });
  });
  const auto name_element = [&](sim::Finding& finding) {
    const std::string flat = fmt::format("{}[{}]", finding.buffer, finding.index);
    if (finding.element != as_it_is(flat)) return;
    for (const source::DeclaredArray& array : arrays)
      if (array.name == finding.buffer)
        finding.element = as_it_is(source::declared_element(array, finding.index));
  };
  for (sim::Finding& finding : evidence.findings) name_element(finding);
  if (evidence.stop && evidence.stop->finding) name_element(*evidence.stop->finding);
}

void name_returned_addresses(Evidence& evidence,
                             const std::vector<compile::Diagnostic>& diagnostics) {
  const std::vector<int> lines =
      compile::lines_about(diagnostics, compile::Diagnostic::About::returned_address);
  if (lines.empty()) return;
  const Saying sentence = say(Says::returns_address_of_variable, lines.front());
  bool is_told = false;
  for (sim::Finding& finding : evidence.findings) {
    if (finding.buffer != sim::kLocalMemory) continue;
    finding.more = sentence;
    is_told = true;
  }
  if (is_told || !evidence.mismatch) return;
  add_sentence(evidence.mismatch->hint, sentence);
}

}  // namespace warplab::verdict
