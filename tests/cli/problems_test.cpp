// What editors and services that check code are told of a file.
#include "reports/problems.hpp"

#include <nlohmann/json.hpp>

#include "../verdict/made_up.hpp"

using namespace warplab;
using namespace warplab::grader;

namespace {

constexpr const char* kProblemLines = "// sums\n  out[i] = in[i];\n\tx = 1;\n";

verdict::GateResult failing_gate(const std::string& name, int line, const std::string& says) {
  verdict::GateResult gate;
  gate.name = gate.metric = name;
  gate.status = verdict::Status::fail;
  gate.line = line;
  gate.says = data::as_it_is(says);
  return gate;
}

verdict::ExerciseResult result_with(std::vector<verdict::GateResult> gates) {
  verdict::ExerciseResult result;
  result.verdict = verdict::Status::fail;
  result.gates = std::move(gates);
  return result;
}

std::vector<Problem> problems_in(const verdict::ExerciseResult& result) {
  return problems_of(result, kProblemLines, "/course/sums.cu");
}

}  // namespace

TEST_CASE("a gate that fails is an error at its line, where the first thing of the line stands") {
  CHECK(gcc_text(problems_in(result_with({failing_gate("coalesced loads", 2, "Line 2 is slow.")})),
                 "/course") == "sums.cu:2:3: error: Line 2 is slow. [coalesced loads]\n");
  CHECK(gcc_text(problems_in(result_with({failing_gate("coalesced loads", 3, "So.")})),
                 "/elsewhere") == "/course/sums.cu:3:2: error: So. [coalesced loads]\n");
}

TEST_CASE("what holds, what was not checked and what only names another fault is no problem") {
  verdict::GateResult holds = failing_gate("a", 1, "A."), other = failing_gate("b", 1, "B.");
  verdict::GateResult unchecked = failing_gate("c", 1, "C.");
  holds.status = verdict::Status::pass;
  other.is_consequence = true;
  unchecked.status = verdict::Status::not_checked;
  CHECK(problems_in(result_with({holds, other, unchecked})).empty());
}

TEST_CASE("a race is told once, with both its lines") {
  sim::Finding race = made_up::finding(sim::FindingKind::race, 3, "Line 3 races.");
  race.other_line = 2;
  verdict::GateResult gate = failing_gate("race_free", 3, "");
  gate.finding = race;
  verdict::ExerciseResult result = result_with({gate});
  result.findings = {race};
  const std::vector<Problem> problems = problems_in(result);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].rule == "race");
  CHECK(problems[0].other_line == 2);
  CHECK(gcc_text(problems, "/course").find("sums.cu:2:1: note: The other access is here.\n") !=
        std::string::npos);
}

TEST_CASE("a note stays a note, and a finding without a gate of its own is told") {
  verdict::ExerciseResult result = result_with({});
  result.findings = {made_up::finding(sim::FindingKind::note, 2, "Line 2 is odd."),
                     made_up::finding(sim::FindingKind::out_of_bounds, 3, "Line 3 is outside.")};
  const std::string text = gcc_text(problems_in(result), "/course");
  CHECK(text.find("sums.cu:2:3: note: ") == 0);
  CHECK(text.find("\nsums.cu:3:2: error: ") != std::string::npos);
  CHECK(text.find("[out of bounds]") != std::string::npos);
}

TEST_CASE("of a file that does not compile the compiler's messages are told, and nothing else") {
  verdict::ExerciseResult result =
      result_with({failing_gate("compiles", 0, "It does not compile.")});
  result.diagnostics = {{compile::Diagnostic::Severity::error, "sums.cu", 2, 7, "no\nsuch name"}};
  CHECK(gcc_text(problems_in(result), "/course") ==
        "sums.cu:2:7: error: no?such name [compiler]\n");
}

TEST_CASE("what could not be graded says why, of the whole file") {
  verdict::ExerciseResult result = result_with({});
  result.grader_failed = true;
  result.error = "The worker was lost.";
  CHECK(gcc_text(problems_in(result), "/course") ==
        "sums.cu:1:1: error: The worker was lost. [not graded]\n");
}

TEST_CASE("SARIF names files by URIs, relative in the folder, and each rule once") {
  const auto problems = [](const char* file) {
    return problems_of(result_with({failing_gate("b", 2, "Two."), failing_gate("b", 1, "One.")}),
                       kProblemLines, file);
  };
  const auto log = nlohmann::json::parse(sarif_text(problems("/course/my sums#1.cu"), "/course"));
  CHECK(log.at("version") == "2.1.0");
  const auto& run = log.at("runs").at(0);
  CHECK(run.at("tool").at("driver").at("rules").size() == 1);
  REQUIRE(run.at("results").size() == 2);
  const auto& first = run.at("results").at(0);
  CHECK(first.at("message").at("text") == "One.");
  CHECK(first.at("level") == "error");
  const auto& place = first.at("locations").at(0).at("physicalLocation");
  CHECK(place.at("artifactLocation").at("uri") == "my%20sums%231.cu");
  CHECK(place.at("region").at("startLine") == 1);
  const auto other = nlohmann::json::parse(sarif_text(problems("/a/b.cu"), "/course"));
  CHECK(other.at("runs")
            .at(0)
            .at("results")
            .at(0)
            .at("locations")
            .at(0)
            .at("physicalLocation")
            .at("artifactLocation")
            .at("uri") == "file:///a/b.cu");
}

TEST_CASE("a SARIF log without a problem is whole") {
  const auto log = nlohmann::json::parse(sarif_text({}, "/course"));
  CHECK(log.at("runs").at(0).at("results") == nlohmann::json::array());
}
