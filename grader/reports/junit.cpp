// JUnit's XML, as continuous integration reads it. Source: testmoapp/junitxml (2026). It knows no
// points; they stand in properties.
#include <fmt/format.h>

#include "course/format.hpp"
#include "html_text.hpp"
#include "reports/card.hpp"

namespace warplab::grader {
namespace {

struct Counts {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
  std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}")", tests, failures,
                       errors, skipped);
  }
};

std::string test_case(const CardExercise& exercise, const CardGate& gate, Counts& counts) {
  ++counts.tests;
  std::string text = fmt::format(R"(    <testcase name="{}" classname="{}")", html_text(gate.name),
                                 html_text(exercise.slug));
  if (gate.line > 0) text += fmt::format(R"( line="{}")", gate.line);
  if (gate.status == "pass") return text + "/>\n";
  if (gate.status == "fail") {
    ++counts.failures;
    return text + fmt::format(">\n      <failure message=\"{}\" type=\"gate\"/>\n    </testcase>\n",
                              html_text(gate.message));
  }
  ++counts.skipped;
  return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                            html_text(gate.message));
}

std::string timed_properties(const CardExercise& exercise) {
  if (!exercise.timed) return {};
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty())
      text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, html_text(value));
  };
  add("gpu", exercise.timed->gpu);
  add("driver", exercise.timed->driver);
  add("clock_mhz", course::clock_text(*exercise.timed));
  return text;
}

std::string suite(const CardExercise& exercise, Counts& all) {
  Counts counts;
  std::string cases;
  for (const CardGate& gate : exercise.gates)
    if (gate.applies) cases += test_case(exercise, gate, counts);
  if (!exercise.score) {
    ++counts.tests;
    ++counts.errors;
    cases += fmt::format(
        "    <testcase name=\"could be graded\" classname=\"{}\">\n      <error message=\"{}\" "
        "type=\"grader\"/>\n    </testcase>\n",
        html_text(exercise.slug), html_text(exercise.error));
  }
  all.add(counts);
  return fmt::format(
             "  <testsuite name=\"{}\" {}>\n    <properties>\n"
             "      <property name=\"points\" value=\"{}\"/>\n"
             "      <property name=\"possible\" value=\"{}\"/>\n{}    </properties>\n{}",
             html_text(exercise.slug), counts.attributes(),
             exercise.score ? course::points_text(exercise.earned) : "",
             course::points_text(exercise.possible), timed_properties(exercise), cases) +
         "  </testsuite>\n";
}

std::string junit(const ReportCard& card) {
  Counts all;
  std::string suites;
  for (const CardExercise& exercise : card.exercises) suites += suite(exercise, all);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Warp Lab{}\" {}>\n{}"
      "</testsuites>\n",
      card.student.empty() ? "" : ": " + html_text(card.student), all.attributes(), suites);
}

}  // namespace

extern const CardFormat kJunit;
constinit const CardFormat kJunit = {"junit", "junit.xml", junit};

}  // namespace warplab::grader
