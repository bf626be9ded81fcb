#include "reports/text.hpp"

#include "../verdict/made_up.hpp"
#include "reports/color.hpp"

using namespace warplab;
using grader::text_of;
using grader::TextStyle;

namespace {

const char* const kSource =
    "#include <cstdint>\n"
    "__global__ void column_sums(const float* in, float* out, int n) {\n"
    "\tout[threadIdx.x] = in[threadIdx.x * n];\r\n"
    "}\n";

verdict::ExerciseResult result(const verdict::Evidence& evidence) {
  verdict::ExerciseResult r;
  r.slug = "column-sums";
  r.seed = 1;
  r.gates = verdict::judge(made_up::exercise(), evidence);
  r.verdict = verdict::verdict_of(r.gates);
  r.score = verdict::score_of(r.gates);
  r.findings = evidence.findings;
  r.time.total = 840;
  if (evidence.stop) r.error = text_of(*evidence.stop);
  return r;
}

verdict::ExerciseResult uncoalesced() {
  auto evidence = made_up::evidence();
  evidence.counted = {made_up::counted({{3, made_up::loads(100, 3200)}})};
  verdict::ExerciseResult made = result(evidence);
  made.counters = evidence.counted;
  return made;
}

}  // namespace

TEST_CASE("a passed exercise is one line") {
  CHECK(text_of(result(made_up::evidence()), kSource, {.name_width = 14}) ==
        "PASS  column-sums     100 %      0.8 s\n");
}

TEST_CASE("a failed gate is a sentence, the line of code, the ideal and the actual") {
  CHECK(text_of(uncoalesced(), kSource, {}) ==
        "FAIL  column-sums   50 %      0.8 s\n"
        "      coalesced loads: Line 3 loads 128 bytes and moves 1024: 12.5 % of it is useful.\n"
        "         3 |   out[threadIdx.x] = in[threadIdx.x * n];\n"
        "      ideal 4, actual 32 sectors/request (at most 4.5)\n"
        "      points: 1 of 2. Lost: coalesced loads 1.\n"
        "      column_sums: 100 requests to global memory, 3200 sectors\n"
        "        102 400 bytes moved, 12.5 % of them used\n");
}

TEST_CASE("launches stand below each other where a counted gate failed, and nowhere else") {
  verdict::ExerciseResult failed = uncoalesced();
  failed.counters = {made_up::counted({{3, made_up::loads(100, 3200)}})};
  failed.counters[0].launches = {
      made_up::launch({{3, made_up::loads(100, 3200)}}, "rows", "row_sums", 0, true),
      made_up::launch({{3, made_up::loads(100, 3200)}}, "columns", "column_sums", 1)};
  const std::string text = text_of(failed, kSource, {});
  CHECK(text.find("      rows (row_sums, given): 100 requests") != std::string::npos);
  CHECK(text.find("      columns (column_sums): 100 requests") != std::string::npos);
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(sim::FindingKind::race, 3, "Lines 3 and 2 race.")};
  verdict::ExerciseResult races = result(evidence);
  races.counters = failed.counters;
  CHECK(text_of(races, kSource, {}).find("requests to global memory") == std::string::npos);
}

TEST_CASE("a race quotes both lines") {
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(sim::FindingKind::race, 3, "Lines 3 and 2 race.")};
  evidence.findings[0].other_line = 2;
  const std::string text = text_of(result(evidence), kSource, {});
  CHECK(text.find("   3 |   out[threadIdx.x]") != std::string::npos);
  CHECK(text.find("   2 | __global__ void column_sums") != std::string::npos);
}

TEST_CASE("a race quotes both lines behind the instructor's own sentence, too") {
  exercise::Exercise exercise = made_up::exercise();
  exercise::Gate race_free;
  race_free.name = race_free.metric = "race_free";
  race_free.message = "Threads must wait for each other.";
  exercise.gates.push_back(race_free);
  auto evidence = made_up::evidence();
  evidence.findings = {made_up::finding(sim::FindingKind::race, 3, "Lines 3 and 2 race.")};
  evidence.findings[0].other_line = 2;
  verdict::ExerciseResult failed = result(evidence);
  failed.gates = verdict::judge(exercise, evidence);
  const std::string text = text_of(failed, kSource, {});
  CHECK(text.find("race_free: Threads must wait for each other. Lines 3 and 2 race.") !=
        std::string::npos);
  CHECK(text.find("   3 |   out[threadIdx.x]") != std::string::npos);
  CHECK(text.find("   2 | __global__ void column_sums") != std::string::npos);
}

TEST_CASE("gates that were not checked for one reason share a line") {
  verdict::Evidence evidence;
  evidence.stop = verdict::Stop{"compiles", data::as_it_is("Line 3: expected a \";\"."), 3, {}};
  CHECK(text_of(result(evidence), kSource, {}) ==
        "FAIL  column-sums    0 %      0.8 s\n"
        "      compiles: Line 3: expected a \";\".\n"
        "         3 |   out[threadIdx.x] = in[threadIdx.x * n];\n"
        "      supported, launches, terminates, in_bounds, initialized, race_free, correct, "
        "coalesced "
        "loads: Not checked: there is no kernel that compiles.\n");
}

TEST_CASE("further compile errors are told, but not all of them") {
  verdict::Evidence evidence;
  evidence.stop =
      verdict::Stop{"compiles", data::as_it_is("Line 1: first (and 6 more errors)."), 1, {}};
  verdict::ExerciseResult r = result(evidence);
  for (int line = 1; line <= 7; ++line)
    r.diagnostics.push_back({compile::Diagnostic::Severity::error, "column_sums.cu", line, 1,
                             "error number " + std::to_string(line)});
  const std::string text = text_of(r, kSource, {});
  CHECK(text.find("Line 2: error number 2") != std::string::npos);
  CHECK(text.find("Line 5: error number 5") != std::string::npos);
  CHECK(text.find("error number 6") == std::string::npos);
  CHECK(text.find("error number 1\n") == std::string::npos);
}

TEST_CASE("warnings of the compiler are told where a run fails, and nowhere else") {
  const auto warn = [](verdict::ExerciseResult& r) {
    for (int line = 1; line <= 6; ++line)
      r.diagnostics.push_back({compile::Diagnostic::Severity::warning, "column_sums.cu", line, 1,
                               "warning number " + std::to_string(line)});
    r.diagnostics.push_back(
        {compile::Diagnostic::Severity::note, "column_sums.cu", 3, 1, "a note"});
  };
  verdict::ExerciseResult fails = uncoalesced();
  warn(fails);
  const std::string text = text_of(fails, kSource, {});
  CHECK(text.find("      Compiler warning. Line 3: warning number 3.\n         3 | ") !=
        std::string::npos);
  CHECK(text.find("warning number 4.") != std::string::npos);
  CHECK(text.find("warning number 5") == std::string::npos);
  CHECK(text.find("a note") == std::string::npos);
  verdict::ExerciseResult passes = result(made_up::evidence());
  warn(passes);
  CHECK(text_of(passes, kSource, {}).find("warning") == std::string::npos);
  // Of a file that does not compile its errors are told alone.
  fails.diagnostics.insert(fails.diagnostics.begin(), {compile::Diagnostic::Severity::error,
                                                       "column_sums.cu", 2, 1, "an error"});
  CHECK(text_of(fails, kSource, {}).find("warning") == std::string::npos);
}

TEST_CASE("colour is used only when asked for") {
  CHECK(text_of(uncoalesced(), kSource, {}).find('\033') == std::string::npos);
  CHECK(text_of(uncoalesced(), kSource, {.color = true}).find("\033[31mFAIL\033[0m") !=
        std::string::npos);
}

TEST_CASE("what a kernel prints is shown in part, without control characters") {
  verdict::ExerciseResult r = uncoalesced();
  r.output = "one\n\033[2Jtwo\n3\n4\n5\n6\n";
  const std::string text = text_of(r, kSource, {});
  CHECK(text.find("It printed:\n        one\n        ?[2Jtwo\n") != std::string::npos);
  CHECK(text.find("        5\n        ...\n") != std::string::npos);
  r = result(made_up::evidence());
  r.output = "one\n";
  CHECK(text_of(r, kSource, {}).find("It printed") == std::string::npos);
}

TEST_CASE("a long line of code is cut") {
  auto r = uncoalesced();
  const std::string text = text_of(r, "\n\n" + std::string(500, 'x') + "\n", {});
  size_t longest = 0, begin = 0;
  for (size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    longest = std::max(longest, end - begin);
  CHECK(longest <= 100);
  CHECK(text.find("xxx...\n") != std::string::npos);
}

TEST_CASE("a line that the source does not have is not quoted") {
  CHECK(text_of(uncoalesced(), "", {}).find(" | ") == std::string::npos);
}

TEST_CASE("an exercise that is broken says why") {
  const std::string text =
      text_of(verdict::broken_exercise("column-sums", "exercise.toml:3: no such key."), "", {});
  CHECK(text == "----  column-sums      -      0.0 s\n      exercise.toml:3: no such key.\n");
}

TEST_CASE("the summary counts, and says seed and backend") {
  CHECK(grader::summary_of({result(made_up::evidence()), uncoalesced()}, {}) ==
        "2 exercises: 1 passed, 1 did not. Mean score 75 %. Seed 1, simulator.\n");
  CHECK(grader::summary_of({result(made_up::evidence())}, {}) ==
        "1 exercise: 1 passed. Mean score 100 %. Seed 1, simulator.\n");
  CHECK(grader::summary_of({}, {}) == "There are no exercises.\n");
}

TEST_CASE("what could not be graded counts in no mean") {
  const verdict::ExerciseResult broken = verdict::broken_exercise("column-sums", "No such key.");
  const verdict::ExerciseResult interrupted = verdict::interrupted_exercise("matrix-add");
  verdict::ExerciseResult passed = result(made_up::evidence());
  CHECK(grader::summary_of({passed, broken, interrupted}, {}) ==
        "3 exercises: 1 passed, 2 could not be graded. Mean score 100 % of what was graded. Seed "
        "1, simulator.\n");
  CHECK(grader::summary_of({broken}, {}) ==
        "1 exercise: 0 passed, 1 could not be graded. There is no score. Seed 0, simulator.\n");
}

TEST_CASE("a check lists its items and the margins of its gates") {
  using Outcome = verdict::CheckItem::Outcome;
  verdict::ExerciseCheck check;
  check.slug = "column-sums";
  check.items = {{"starter", Outcome::passed, "It compiles and fails \"correct\"."},
                 {"wrong-a.cu", Outcome::failed, "Nothing catches it."},
                 {"gates", Outcome::remark, "Untried."}};
  check.margins = {{"coalesced loads", "sectors/request", 4.5, false, 4, 8, "wrong-b.cu"},
                   {"few stores", "", 100, true, 120, {}, ""}};
  CHECK(text_of(check, {}) ==
        "FAIL  column-sums\n"
        "      ok     starter: It compiles and fails \"correct\".\n"
        "      FAILED wrong-a.cu: Nothing catches it.\n"
        "      remark gates: Untried.\n"
        "      coalesced loads: at most 4.5, solution 4, nearest wrong kernel 8 (wrong-b.cu) "
        "[sectors/request]\n"
        "      few stores: at least 100, solution 120, no wrong kernel fails it\n");
}

TEST_CASE("control characters become harmless, tabs become spaces") {
  CHECK(grader::printable("a\tb\033[1m\x7f\xc3\xa9") == "a  b?[1m?\xc3\xa9");
}

TEST_CASE(
    "what a terminal obeys or does not show becomes a question mark, words of all scripts stay") {
  for (const char* unseen :
       {"\u0080", "\u0085", "\u009b",     "\u009f", "\u00ad", "\u061c", "\u200b", "\u200e",
        "\u200f", "\u2028", "\u2029",     "\u202a", "\u202e", "\u2060", "\u2066", "\u2069",
        "\u3164", "\ufeff", "\U000e0041", "\xff",   "\xc2",   "\x9b"}) {
    CAPTURE(std::string(unseen));
    CHECK(grader::printable(std::string("a") + unseen + "b") == "a?b");
  }
  for (const char* seen : {"Gr\u00fc\u00dfe", "\u03c0 \u2248 3", "\u65e5\u672c",
                           "\u0634\u0643\u0631\u0627", "\U0001f468\u200d\U0001f469 \u2764\ufe0f"})
    CHECK(grader::printable(seen) == seen);
}

TEST_CASE("a title, a gate's name or its unit steers no terminal") {
  auto bad = uncoalesced();
  bad.slug = "a\033[2Jb";
  for (auto& gate : bad.gates) gate.name = gate.unit = gate.variant = "c\u202ed\u009b";
  const std::string text = text_of(bad, "x", {});
  CHECK(text.find('\033') == std::string::npos);
  CHECK(text.find("\u202e") == std::string::npos);
  CHECK(text.find("\u009b") == std::string::npos);
  CHECK(text.find("a?[2Jb") != std::string::npos);
  CHECK(text.find("c?d?") != std::string::npos);
}

TEST_CASE("a measured time names GPU and driver, and the library beside it where there is one") {
  verdict::ExerciseResult timed = result(made_up::evidence());
  timed.gpu.emplace();
  timed.gpu->name = "NVIDIA H200";
  timed.gpu->driver_version = 13000;
  verdict::Timing& timing = timed.timings.emplace_back();
  timing.gpu = "NVIDIA H200";
  timing.variant = "default";
  timing.launch = "float";
  timing.copy_fraction = 0.5;
  timing.kernel.samples_us = {20, 20, 20};
  timing.kernel.time_us = {20, 20, 20, 20};
  timing.kernel.clock_mhz = 1980;
  const std::string line =
      "float: 20.0 us (20.0 us to 20.0 us, 3 samples, 1980 MHz), 0.50 of a copy's bandwidth, ";
  const std::string plain = text_of(timed, kSource, {});
  CHECK(plain.find(line + "stable, NVIDIA H200, driver 13.0\n") != std::string::npos);
  timed.timings[0].library.emplace().time_us = {5, 5, 5, 5};
  timed.timings[0].library_name = "cuBLAS 13.0.2";
  const std::string beside = text_of(timed, kSource, {});
  CHECK(beside.find(line + "0.25 of cuBLAS 13.0.2's speed (5.00 us), stable") != std::string::npos);
}
