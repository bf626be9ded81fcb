#include "results/messages.hpp"

#include "verdict/judge/judge.hpp"
#include "words/text.hpp"

#include <doctest/doctest.h>

using namespace warplab;
using namespace warplab::app;
using compile::Diagnostic;
using verdict::Status;

namespace {

verdict::GateResult gate(const char* name, const char* metric, Status status, const char* message,
                         int line = 0) {
  verdict::GateResult made;
  made.name = name;
  made.metric = metric;
  made.status = status;
  std::string_view text = message;
  constexpr std::string_view kNotYet = "Not yet: ";
  if (text.starts_with(kNotYet)) {
    made.says = data::say(data::GateSays::not_yet);
    text.remove_prefix(kNotYet.size());
  }
  if (!text.empty()) made.says += data::as_it_is(std::string(text));
  made.line = line;
  return made;
}

verdict::ExerciseResult does_not_compile() {
  verdict::ExerciseResult result;
  result.verdict = Status::fail;
  result.diagnostics = {{Diagnostic::Severity::warning, "a.cu", 3, 0, "unused"},
                        {Diagnostic::Severity::error, "a.cu", 12, 5, "undefined"}};
  result.gates = {gate("compiles", "compiles", Status::fail, "Line 12: undefined.", 12)};
  return result;
}

}  // namespace

TEST_CASE("errors of the compiler come first, with line and column, and are not said twice") {
  const auto messages = messages_of(does_not_compile());
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].severity == Severity::error);
  CHECK(messages[0].line == 12);
  CHECK(messages[0].column == 5);
  CHECK(messages[1].severity == Severity::warning);
}

TEST_CASE("findings carry both lines of a race and how often it happened") {
  verdict::ExerciseResult result;
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 14;
  race.other_line = 17;
  race.told.what = data::as_it_is("Two threads meet.");
  race.count = 992;
  result.findings = {race};
  const auto messages = messages_of(result);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 14);
  CHECK(messages[0].other_line == 17);
  CHECK(messages[0].severity == Severity::error);
  CHECK(messages[0].text == "Two threads meet. It happened 992 times.");
}

TEST_CASE("an element that nobody wrote is told once, of another buffer as well") {
  verdict::ExerciseResult result;
  verdict::Mismatch mismatch;
  mismatch.buffer = "sums";
  mismatch.index = {0};
  mismatch.expected_text = "72";
  mismatch.where = "rows 64, cols 512, seed 1";
  sim::Finding unwritten;
  unwritten.kind = sim::FindingKind::never_written;
  unwritten.buffer = "sums";
  unwritten.told.what = data::as_it_is("No thread writes sums[0].");
  result.mismatch = mismatch;
  result.findings = {unwritten};
  result.gates = {gate("correct", "correct", Status::fail, "sums[0] was written by no thread.")};
  const auto once = messages_of(result);
  REQUIRE(once.size() == 1);
  CHECK(once[0].text == verdict::mismatch_sentence(mismatch));
  result.findings[0].buffer = "means";
  CHECK(messages_of(result).size() == 2);
}

TEST_CASE(
    "what a gate and the error of a run both say is said once, another gate's words as well") {
  verdict::ExerciseResult result;
  result.error = "k is launched with blocks of 2048 threads.";
  result.gates = {gate("launches", "launches", Status::fail, result.error.c_str())};
  REQUIRE(messages_of(result).size() == 1);
  CHECK(messages_of(result)[0].from == "lab");
  result.gates.push_back(gate("few passes", "shared.wavefronts", Status::fail, "Too many."));
  CHECK(messages_of(result).size() == 2);
}

TEST_CASE("a finding that fails nothing is a note") {
  verdict::ExerciseResult result;
  sim::Finding note;
  note.told.what = data::as_it_is("By the way.");
  result.findings = {note};
  CHECK(messages_of(result)[0].severity == Severity::note);
}

TEST_CASE("the first wrong element is told in the words of the verdict") {
  verdict::Mismatch mismatch;
  mismatch.buffer = "out";
  mismatch.index = {3, 17};
  mismatch.actual_text = "5";
  mismatch.expected_text = "9";
  mismatch.writers = verdict::Mismatch::Writers::several;
  verdict::ExerciseResult result;
  result.mismatch = mismatch;
  const auto messages = messages_of(result);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].text == verdict::mismatch_sentence(mismatch));
  CHECK(messages[0].text.find("no thread") == std::string::npos);
}

TEST_CASE("a gate on a counter that fails is a message with its line") {
  verdict::ExerciseResult result;
  result.gates = {
      gate("correct", "correct", Status::pass, ""),
      gate("coalesced", "global.load.sectors", Status::fail, "Line 9 moves 32 sectors.", 9)};
  const auto messages = messages_of(result);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 9);
  CHECK(messages[0].severity == Severity::warning);
}

TEST_CASE("a time that misses its limit is told with the name of the gate, which says the limit") {
  verdict::ExerciseResult result;
  result.gates = {gate("under 840 us", "time", Status::fail, "Not yet: the model says 2158 us.")};
  result.gates[0].source = verdict::Source::modelled;
  const std::vector<Message> messages = messages_of(result);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].text == "under 840 us: The model says 2158 us.");
}

TEST_CASE("a built-in gate does not repeat its finding") {
  verdict::ExerciseResult result;
  sim::Finding finding;
  finding.kind = sim::FindingKind::out_of_bounds;
  finding.told.what = data::as_it_is("a[64] is past the end.");
  result.findings = {finding};
  result.gates = {gate("in_bounds", "in_bounds", Status::fail, "a[64] is past the end.")};
  CHECK(messages_of(result).size() == 1);
}

TEST_CASE("the verdict is one sentence") {
  verdict::ExerciseResult result;
  result.verdict = Status::pass;
  result.gates = {gate("correct", "correct", Status::pass, "")};
  CHECK(verdict_sentence(result, false) == "Passed.");
  CHECK(verdict_sentence(result, true) == "Cancelled: nothing was judged.");
  CHECK(verdict_sentence(does_not_compile(), false) == "Not yet: Line 12: undefined.");
  result.verdict = Status::not_checked;
  result.gates = {gate("time", "time", Status::not_checked, "")};
  CHECK(verdict_sentence(result, false) == "Not judged.");
  result.grader_failed = true;
  result.error = "There is no compiler.";
  CHECK(verdict_sentence(result, false) == "The lab could not judge this: There is no compiler.");
}

TEST_CASE("each message leads to where more is seen of it") {
  const auto first = [](const verdict::ExerciseResult& result) {
    const auto messages = messages_of(result);
    REQUIRE_FALSE(messages.empty());
    return messages.front().next;
  };
  CHECK(first(does_not_compile()) == NextStep::none);
  verdict::ExerciseResult result;
  result.verdict = Status::fail;
  result.gates = {gate("coalesced", "global.load.sectors", Status::fail, "It moves too much.")};
  CHECK(first(result) == NextStep::memory);
  result.gates = {gate("fast", exercise::kTimeMetric.data(), Status::fail, "It is slow.")};
  result.gates[0].source = verdict::Source::measured;
  CHECK(first(result) == NextStep::time);
  verdict::Mismatch mismatch;
  mismatch.buffer = "sums";
  mismatch.index = {0};
  mismatch.expected_text = "72";
  result.mismatch = mismatch;
  CHECK(first(result) == NextStep::picture);
  sim::Finding race;
  race.kind = sim::FindingKind::race;
  race.line = 3;
  race.told.what = data::as_it_is("Two threads meet.");
  result.findings = {race};
  CHECK(first(result) == NextStep::steps);
}

TEST_CASE("a warning of the compiler's stands behind what decides") {
  verdict::ExerciseResult result;
  result.verdict = Status::fail;
  result.diagnostics = {{Diagnostic::Severity::warning, "a.cu", 3, 0, "unused"}};
  result.gates = {gate("coalesced", "global.load.sectors", Status::fail, "It moves too much.")};
  const auto messages = messages_of(result);
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].text == "It moves too much.");
}

TEST_CASE("an error that only repeats a finding is said once") {
  verdict::ExerciseResult result;
  sim::Finding finding;
  finding.kind = sim::FindingKind::step_limit;
  finding.line = 8;
  finding.told.what = data::as_it_is("Line 8 is still running.");
  result.findings = {finding};
  result.gates = {gate("terminates", "terminates", Status::fail, "Line 8 is still running.", 8)};
  result.error = "Line 8 is still running.";
  REQUIRE(messages_of(result).size() == 1);
  CHECK(messages_of(result)[0].line == 8);
  result.error = "The worker ended.";
  result.grader_failed = true;
  CHECK(messages_of(result).size() == 2);
}

TEST_CASE("the name of a kernel is not capitalised, and a reason behind its prefix is") {
  auto made = gate("coalesced loads", "a.sectors", Status::fail, "column_sums moves 8 sectors.");
  CHECK(reason_of(made) == "column_sums moves 8 sectors.");
  made.says = verdict::not_checked(data::as_it_is("column_sums was not run."));
  CHECK(reason_of(made) == "column_sums was not run.");
  made.says = verdict::not_checked(data::as_it_is("a[0] is unknown."));
  CHECK(reason_of(made) == "a[0] is unknown.");
  made.says = verdict::not_checked(data::as_it_is("the kernel was stopped before it ended."));
  CHECK(reason_of(made) == "The kernel was stopped before it ended.");
}

TEST_CASE("what a student's text puts into a result is shown, not obeyed") {
  verdict::ExerciseResult result;
  result.output = "one\n\u202Etwo\u009B31m\n";
  result.error = "\u202E";
  result.gates = {gate("correct", "correct", Status::fail, "a\u2066b")};
  sim::Finding finding;
  finding.told.what = data::as_it_is("\u200Bx");
  result.findings = {finding};
  make_printable(result);
  CHECK(result.output == "one\n?two?31m\n");
  CHECK(result.error == "?");
  CHECK(reason_of(result.gates[0]) == "a?b");
  const std::vector<Message> messages = messages_of(result);
  CHECK(std::ranges::any_of(messages, [](const Message& m) { return m.text == "?x."; }));
  result.output = "M\u00FCller: 1 \u2264 2\n";
  make_printable(result);
  CHECK(result.output == "M\u00FCller: 1 \u2264 2\n");
}
