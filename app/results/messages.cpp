#include "results/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/printable.hpp"
#include "exercise/exercise.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/judge/time_gate.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "verdict/result/number_text.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using compile::Diagnostic;
using verdict::GateResult;
using verdict::Status;

Severity severity_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error: return Severity::error;
    case Diagnostic::Severity::warning: return Severity::warning;
    case Diagnostic::Severity::note: break;
  }
  return Severity::note;
}

bool has_finding_of(const verdict::ExerciseResult& result, std::string_view metric) {
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [&](const sim::Finding& f) { return verdict::gate_of(f.kind) == metric; });
}

// A built-in gate that fails for a finding says what the finding says.
bool is_told_by_finding(const verdict::ExerciseResult& result, const GateResult& gate) {
  return gate.status == Status::fail && has_finding_of(result, gate.metric);
}

// The first wrong element is one that nobody wrote, as the finding has it.
bool is_told_by_mismatch(const verdict::ExerciseResult& result, const sim::Finding& finding) {
  return finding.kind == sim::FindingKind::never_written && result.mismatch &&
         result.mismatch->writers == verdict::Mismatch::Writers::none &&
         result.mismatch->buffer == finding.buffer;
}

// Such a gate decides over how a kernel does on a GPU, which no line of it is to blame for.
bool is_of_gpu(const GateResult& gate) {
  return gate.metric == verdict::kSameOnGpuGate || gate.metric == verdict::kRightWhenTimedGate ||
         gate.metric == verdict::kPlausibleTimeGate;
}

bool is_time(const GateResult& gate) {
  return gate.metric == verdict::kPlausibleTimeGate ||
         (gate.source != verdict::Source::counted && !is_of_gpu(gate));
}

// A moment of a block, which Steps shows.
bool can_be_walked_to(const sim::Finding& finding) {
  return finding.line > 0 && finding.kind != sim::FindingKind::unsupported &&
         finding.kind != sim::FindingKind::note && finding.kind != sim::FindingKind::output_limit;
}

NextStep step_after(const GateResult& gate) {
  if (is_of_gpu(gate) || exercise::is_built_in_gate(gate.metric)) return NextStep::none;
  return is_time(gate) ? NextStep::time : NextStep::memory;
}

const GateResult* first_failing(const verdict::ExerciseResult& result) {
  for (const GateResult& gate : result.gates)
    if (gate.status == Status::fail) return &gate;
  return nullptr;
}

}  // namespace

bool has_compile_error(const verdict::ExerciseResult& result) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

std::vector<Message> compiler_messages(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Message> messages;
  for (const Diagnostic& d : diagnostics)
    messages.push_back(
        {severity_of(d.severity), d.line, d.column, 0, kFromCompiler, printable_lines(d.message)});
  return messages;
}

std::vector<Message> from_compiler(const std::vector<Message>& messages) {
  std::vector<Message> compiled;
  std::copy_if(messages.begin(), messages.end(), std::back_inserter(compiled),
               [](const Message& one) { return one.from == kFromCompiler; });
  return compiled;
}

void replace_compiled(std::vector<Message>& messages, std::vector<Message> compiled) {
  std::erase_if(messages, [](const Message& one) { return one.from == kFromCompiler; });
  messages.insert(messages.begin(), std::make_move_iterator(compiled.begin()),
                  std::make_move_iterator(compiled.end()));
  sort_by_severity(messages);
}

void sort_by_severity(std::vector<Message>& messages) {
  const auto rank = [](const Message& one) {
    const bool can_wait = one.from == kFromCompiler && one.severity == Severity::warning;
    return can_wait ? static_cast<int>(Severity::note) : static_cast<int>(one.severity);
  };
  std::stable_sort(messages.begin(), messages.end(),
                   [&](const Message& a, const Message& b) { return rank(a) < rank(b); });
}

std::vector<Message> messages_of(const verdict::ExerciseResult& result) {
  std::vector<Message> messages = compiler_messages(result.diagnostics);
  const bool stopped_by_finding =
      result.has_score() &&
      std::any_of(result.gates.begin(), result.gates.end(),
                  [&](const GateResult& gate) { return is_told_by_finding(result, gate); });
  const bool tells_error =
      !result.error.empty() && !stopped_by_finding && !has_compile_error(result);
  if (tells_error) messages.push_back({Severity::error, 0, 0, 0, "lab", result.error});
  for (const sim::Finding& finding : result.findings) {
    if (is_told_by_mismatch(result, finding)) continue;
    const bool fails = !verdict::gate_of(finding.kind).empty();
    std::string text = printable_lines(words::text_of(finding));
    if (finding.count > 1)
      text += fmt::format(" It happened {} times.", verdict::count_text(finding.count));
    messages.push_back({fails ? Severity::error : Severity::note, finding.line, 0,
                        finding.other_line, "finding", std::move(text),
                        can_be_walked_to(finding) ? NextStep::steps : NextStep::none});
  }
  if (result.mismatch)
    messages.push_back({Severity::error, result.mismatch->line, 0, 0, "finding",
                        verdict::mismatch_sentence(*result.mismatch), NextStep::picture});
  for (const GateResult& gate : result.gates) {
    if (gate.status != Status::fail || !gate.is_told() || has_compile_error(result)) continue;
    if (is_told_by_finding(result, gate)) continue;
    if (gate.metric == exercise::kCorrectGate && result.mismatch) continue;
    if (tells_error && printable_lines(text_of(gate)) == result.error) continue;
    // A time says by itself neither what it is compared with nor how much of it is asked for.
    std::string text = is_time(gate) && !is_of_gpu(gate)
                           ? fmt::format("{}: {}", gate.name, reason_of(gate))
                           : reason_of(gate);
    messages.push_back({is_of_gpu(gate) ? Severity::error : Severity::warning, gate.line, 0, 0,
                        is_of_gpu(gate) ? "GPU" : "gate", std::move(text), step_after(gate)});
  }
  sort_by_severity(messages);
  return messages;
}

void make_printable(verdict::ExerciseResult& result) {
  result.error = printable_lines(result.error);
  result.output = printable_lines(result.output);
  for (Diagnostic& d : result.diagnostics) d.message = printable_lines(d.message);
}

std::string reason_of(const GateResult& gate) {
  return printable_lines(verdict::reason_text(gate));
}

std::string verdict_sentence(const verdict::ExerciseResult& result, bool cancelled) {
  if (cancelled) return "Cancelled: nothing was judged.";
  if (result.grader_failed) return "The lab could not judge this: " + result.error;
  if (result.verdict == Status::pass) return "Passed.";
  if (const GateResult* gate = first_failing(result))
    return "Not yet: " +
           (!gate->is_told() ? fmt::format("\"{}\" fails.", gate->name) : reason_of(*gate));
  if (!result.error.empty()) return "Not judged: " + result.error;
  // What could not be checked says why.
  for (const GateResult& gate : result.gates)
    if (gate.status == Status::not_checked && gate.applies && gate.is_told())
      return "Not judged: " + reason_of(gate);
  return "Not judged.";
}

}  // namespace warplab::app
