// When the source is compiled once more with its variables marked, which runs are made of it, and
// what they decide.
#include "verdict/run/uninitialized.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "doubled.hpp"
#include "made_up.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"

using namespace warplab;
using doubled::kRuns;
using scripted::Run;
using scripted::Script;
using verdict::ExerciseResult;
using verdict::Status;

namespace {

struct Marked {
  std::vector<size_t> sizes;           // of the runs of the marked module
  uint64_t instructions = 100;         // of each run of the kernel
  uint64_t tracking = 0;               // that each run of the marked module takes
  size_t found_at = 0;                 // the size at which there is something; 0: nowhere
  bool reads_unset_registers = false;  // as the simulator says of the kernel
  int known_line = -1;                 // of what the kernel's own runs show; -1: nothing
};

Script doubling(Marked& marked) {
  Script script;
  script.kernel = [&marked](const Run& run) -> worker::Outcome<sim::Report> {
    const auto in = run.input(0);
    sim::Report report = *doubled::times(run, 2).value;
    report.may_read_unset_registers = marked.reads_unset_registers;
    for (auto& launch : report.launches)
      launch.total[sim::Counter::warp_instructions] = marked.instructions * in.size();
    if (!run.job().options.only_undefined_variables) {
      if (marked.known_line >= 0) {
        sim::Finding& f = report.findings.emplace_back();
        f.kind = sim::FindingKind::uninitialized;
        f.line = marked.known_line;
        f.told.what = data::as_it_is("A variable has no value yet.");
      }
      return {report, {}};
    }
    marked.sizes.push_back(in.size());
    report.tracking_work = marked.tracking;
    if (in.size() == marked.found_at) {
      sim::Finding& f = report.findings.emplace_back();
      f.kind = sim::FindingKind::uninitialized;
      f.line = 3;
      f.told.what = data::as_it_is("Line 3 branches on `b`.");
    }
    report.output = "what the marked kernel prints";
    report.races_checked = false;
    return {report, {}};
  };
  return script;
}

ExerciseResult grade(Script& student) {
  Marked nothing;
  Script reference = doubling(nothing);
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  return verdict::grade(doubled::exercise(), "the source", options);
}

verdict::GateResult initialized(const ExerciseResult& result) {
  return made_up::gate(result.gates, "initialized");
}

verdict::MeasuredRun measured(uint64_t seed, uint64_t instructions) {
  verdict::MeasuredRun m;
  m.run.seed = seed;
  m.warp_instructions = instructions;
  return m;
}

}  // namespace

TEST_CASE("the shortest runs are followed, as many as fit, and one in any case") {
  const std::vector<verdict::MeasuredRun> runs = {measured(1, 500), measured(2, 30),
                                                  measured(3, 40), measured(4, 30)};
  const auto seeds = [&](uint64_t most) {
    std::vector<uint64_t> numbers;
    for (const auto& [run, instructions] : verdict::runs_to_follow(runs, most))
      numbers.push_back(run.seed.value);
    return numbers;
  };
  CHECK(seeds(1000) == std::vector<uint64_t>{2, 4, 3, 1});
  CHECK(seeds(100) == std::vector<uint64_t>{2, 4, 3});
  CHECK(seeds(99) == std::vector<uint64_t>{2, 4});
  CHECK(seeds(0) == std::vector<uint64_t>{2});
  CHECK(verdict::runs_to_follow({}, 100).empty());
}

TEST_CASE("beyond the shortest runs, one of each shape is followed, as far as it costs no more") {
  const auto run = [](int64_t rows, int64_t cols, uint64_t instructions) {
    verdict::PlannedRun planned;
    planned.size.values = {{"rows", rows}, {"cols", cols}};
    return verdict::MeasuredRun{planned, instructions};
  };
  const std::vector<verdict::MeasuredRun> runs = {run(33, 1, 10), run(64, 64, 90), run(96, 96, 95),
                                                  run(64, 5, 20), run(5, 64, 9000)};
  const auto rows = [&](uint64_t most) {
    std::vector<int64_t> found;
    for (const auto& [followed, instructions] : verdict::runs_to_follow(runs, most))
      found.push_back(followed.size.values.at("rows") * 100 + followed.size.values.at("cols"));
    return found;
  };
  CHECK(rows(30) == std::vector<int64_t>{3301, 6405});
  CHECK(rows(100) == std::vector<int64_t>{3301, 6405, 6464});
  CHECK(rows(119) == std::vector<int64_t>{3301, 6405, 6464});
  CHECK(rows(10'000) == std::vector<int64_t>{3301, 6405, 6464, 9696, 564});
}

TEST_CASE("a kernel whose variables all have initial values is compiled once and run no more") {
  Marked marked;
  Script student = doubling(marked);
  CHECK(grade(student).verdict == Status::pass);
  CHECK(student.compiled_files.size() == 1);
  CHECK(student.runs == kRuns);
}

TEST_CASE(
    "a finding without a line is told again with the variable's name, one with a line is not") {
  Marked marked;
  marked.found_at = 100;
  marked.known_line = 0;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  CHECK(initialized(grade(student)).line == 3);

  Marked nameless;  // the marked module shows nothing
  nameless.known_line = 0;
  Script other = doubling(nameless);
  other.undefined_variables = 1;
  CHECK(initialized(grade(other)).status == Status::fail);
  CHECK(verdict::text_of(initialized(grade(other))).starts_with("A variable has no value yet"));

  Marked told;
  told.found_at = 100;
  told.known_line = 9;
  Script third = doubling(told);
  third.undefined_variables = 1;
  CHECK(initialized(grade(third)).line == 9);
  CHECK(told.sizes.empty());
}

TEST_CASE("what a marked variable decides fails the gate, at the first size at which it does") {
  Marked marked;
  marked.found_at = 100;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  const ExerciseResult result = grade(student);
  CHECK(student.compiled_files.size() == 2);
  CHECK(std::ranges::is_sorted(marked.sizes));
  CHECK(std::ranges::count(marked.sizes, 1) >= 2);
  CHECK(std::ranges::count(marked.sizes, 100) == 1);
  CHECK(initialized(result).status == Status::fail);
  CHECK(verdict::text_of(initialized(result)).starts_with("Line 3 branches on `b` (n 100, "));
  CHECK(initialized(result).line == 3);
  CHECK(result.verdict == Status::fail);
  CHECK(result.output == "");
}

TEST_CASE("when nothing is found the kernel passes, whatever else the marked module did") {
  Marked marked;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  const ExerciseResult result = grade(student);
  CHECK(marked.sizes.size() >= 6);
  CHECK(std::ranges::count(marked.sizes, 4096) == 0);  // too long
  CHECK(result.verdict == Status::pass);
  CHECK(made_up::gate(result.gates, "race_free").status == Status::pass);
  CHECK(result.output == "");
}

TEST_CASE("registers that may be read too early are a reason to look, too") {
  Marked marked;
  marked.reads_unset_registers = true;
  marked.found_at = 1;
  Script student = doubling(marked);
  CHECK(initialized(grade(student)).status == Status::fail);
}

TEST_CASE("of long runs only the shortest is followed") {
  Marked marked;
  marked.instructions = verdict::kFollowedInstructions;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  CHECK(grade(student).verdict == Status::pass);
  CHECK(marked.sizes == std::vector<size_t>{1});
}

TEST_CASE("of runs that follow much only so many are made that it is enough") {
  Marked marked;
  marked.tracking = verdict::kFollowedTracking / 2;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  CHECK(grade(student).verdict == Status::pass);
  CHECK(marked.sizes.size() == 2);
  Marked little;
  little.tracking = verdict::kFollowedTracking / 100;
  Script other = doubling(little);
  other.undefined_variables = 1;
  CHECK(grade(other).verdict == Status::pass);
  CHECK(little.sizes.size() >= 6);
}

TEST_CASE("marks that do not compile or cannot be run say nothing about the student") {
  Marked marked;
  Script student = doubling(marked);
  student.undefined_variables = 1;
  student.marked_compiles = false;
  CHECK(grade(student).verdict == Status::pass);
  CHECK(student.runs == kRuns);

  Script refused = doubling(marked);
  refused.undefined_variables = 1;
  refused.kernel = [kernel = refused.kernel](const Run& run) {
    if (run.job().options.only_undefined_variables)
      return scripted::failed<sim::Report>(worker::Failure::Kind::rejected, "unknown");
    return kernel(run);
  };
  CHECK(grade(refused).verdict == Status::pass);
}
