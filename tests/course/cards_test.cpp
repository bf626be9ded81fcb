#include "reports/card.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "contains.hpp"
#include "feedback/feedback.hpp"

using namespace warplab;
using namespace warplab::grader;
using nlohmann::json;
using test::contains;

namespace {

CardGate gate(const std::string& name, const std::string& status, double earned, double possible) {
  return {name, status, "Because <of> & \"that\".", 7, earned, possible, true};
}

ReportCard card() {
  ReportCard card{"kim", "Kim", "0.1.0", {}};
  CardExercise passed{"copy", "Copy", "pass", "", "", {}, true, 1.0, 4, 4, {}};
  passed.gates = {gate("correct", "pass", 2, 2), gate("coalesced", "pass", 1, 1)};
  CardExercise failed{"sums", "Sums]]>", "fail", "", "hello\n", {"line 3: a race"},
                      true,   0.5,       3,      6,  {}};
  failed.gates = {gate("correct # not", "fail", 0, 1), gate("coalesced", "pass", 1, 1),
                  gate("time", "not_checked", 0, 0)};
  card.exercises = {passed, failed};
  return card;
}

ReportCard not_graded() {
  ReportCard card = ::card();
  card.exercises[1].score.reset();
  card.exercises[1].earned = 0;
  card.exercises[1].gates.clear();
  card.exercises[1].error = "The worker was lost.";
  return card;
}

std::string written(const std::string& name, const ReportCard& card) {
  for (const CardFormat* format : card_formats())
    if (format->name == name) return format->write(card);
  FAIL("there is no such format");
  return {};
}

}  // namespace

TEST_CASE("every report card has a name and a file of its own") {
  std::set<std::string_view> names, files;
  for (const CardFormat* format : card_formats()) {
    CHECK(names.insert(format->name).second);
    CHECK(files.insert(format->file).second);
    CHECK_FALSE(format->write(card()).empty());
    CHECK_FALSE(format->write({}).empty());
    CHECK(format_named(format->name) != nullptr);
  }
}

TEST_CASE("gradescope: points of gates add up to the score") {
  const json report = json::parse(written("gradescope", card()));
  double sum = 0, most = 0;
  for (const json& test : report["tests"]) {
    sum += test["score"].get<double>();
    most += test["max_score"].get<double>();
  }
  CHECK(sum == doctest::Approx(7));
  CHECK(most == doctest::Approx(10));
  CHECK(report["score"].get<double>() == doctest::Approx(7));
  CHECK(report["tests"][2]["status"] == "failed");
  CHECK_FALSE(report["tests"][4].contains("status"));
  const json none = json::parse(written("gradescope", not_graded()));
  CHECK_FALSE(none.contains("score"));
  CHECK(none["tests"].empty());
  CHECK(contains(none["output"].get<std::string>(), "could not be graded"));
}

TEST_CASE("github-classroom: a test an exercise, scores add up") {
  const json report = json::parse(written("github-classroom", card()));
  CHECK(report["version"] == 1);
  CHECK(report["status"] == "fail");
  CHECK(report["max_score"] == 10);
  CHECK(report["tests"][0]["score"].get<double>() + report["tests"][1]["score"].get<double>() == 7);
  CHECK(json::parse(written("github-classroom", not_graded()))["status"] == "error");
}

TEST_CASE("classroom50: whole numbers") {
  const json report = json::parse(written("classroom50", card()));
  CHECK(report["schema"] == "classroom50/result/v1");
  CHECK(report["score"] == 700);
  CHECK(report["max-score"] == 1000);
  CHECK(report["tests"][0]["passed"] == true);
  CHECK(json::parse(written("classroom50", not_graded()))["score"].is_null());
}

TEST_CASE("prairielearn: a score from 0 to 1, below a megabyte") {
  ReportCard long_one = card();
  long_one.exercises[1].output.assign(3'000'000, 'x');
  const std::string text = written("prairielearn", long_one);
  CHECK(text.size() < 1'000'000);
  CHECK(json::parse(text)["score"].get<double>() == doctest::Approx(0.7));
  const json none = json::parse(written("prairielearn", not_graded()));
  CHECK(none["gradable"] == false);
  CHECK_FALSE(none.contains("score"));
}

TEST_CASE("autolab: the last line has the scores") {
  const std::string text = written("autolab", card());
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  CHECK(json::parse(last) == json{{"scores", {{"copy", 4.0}, {"sums", 3.0}}}});
  const std::string none = written("autolab", not_graded());
  CHECK_FALSE(contains(none.substr(none.rfind('\n', none.size() - 2) + 1), "sums"));
}

TEST_CASE("submitty and exercism") {
  const json submitty = json::parse(written("submitty", card()));
  CHECK(submitty["status"] == "success");
  CHECK(submitty["data"]["score"].get<double>() == doctest::Approx(0.7));
  CHECK(json::parse(written("submitty", not_graded()))["status"] == "fail");
  const json exercism = json::parse(written("exercism", card()));
  CHECK(exercism["status"] == "fail");
  CHECK(exercism["tests"].size() == 4);
  CHECK(json::parse(written("exercism", not_graded()))["status"] == "error");
}

TEST_CASE("junit: counts, points, and no text that closes a tag") {
  const std::string text = written("junit", card());
  CHECK(contains(text, "tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"1\""));
  CHECK(contains(text, "Because &lt;of&gt; &amp; &quot;that&quot;."));
  CHECK(contains(text, "name=\"points\" value=\"3\""));
  CHECK_FALSE(contains(text, "]]>"));
  CHECK(contains(written("junit", not_graded()), "errors=\"1\""));
}

TEST_CASE("tap: a plan, and a hash that begins no directive") {
  const std::string text = written("tap", card());
  CHECK(contains(text, "TAP version 14\n1..5\nok 1 - copy: correct\n"));
  CHECK(contains(text, "not ok 3 - sums: correct \\# not\n"));
  CHECK(contains(text, "ok 5 - sums: time # SKIP"));
}

TEST_CASE("a text is cut between characters and says so") {
  CHECK(shortened("short", 100) == "short");
  const std::string cut = shortened(std::string(20, 'a') + "\xc3\xa9" + std::string(50, 'b'), 28);
  CHECK(cut.size() <= 28);
  CHECK(contains(cut, "[cut]"));
  CHECK_FALSE(contains(cut, "\xc3\n"));
}

namespace {

// As the journal keeps it: a shipped gate, and hidden ones with numbers that nobody else knows.
json with_hidden() {
  return json::parse(R"({"slug": "sums", "title": "Sums", "verdict": "fail", "score": 0.25,
    "gates": [{"name": "correct", "status": "pass", "message": "", "earned": 1, "possible": 1}],
    "hidden": {"verdict": "fail", "gates": [
      {"name": "correct", "status": "fail", "message": "Element 8123 with rows 7777, seed 70429.",
       "earned": 0, "possible": 2},
      {"name": "secret few", "status": "pass", "message": "4711 sectors", "earned": 0,
       "possible": 1}],
     "findings": [{"line": 3, "message": "out of bounds at 9191"}], "output": "rows 7777"}})");
}

ReportCard card_with_hidden(course::ShowHidden show) {
  ReportCard card{"kim", "Kim", "0.1.0", {card_exercise(with_hidden(), show)}};
  return card;
}

// What Gradescope shows to a student.
std::string without_hidden_tests(const std::string& gradescope) {
  json report = json::parse(gradescope);
  json shown = json::array();
  for (const json& test : report["tests"])
    if (!test.contains("visibility") || test["visibility"] == "visible") shown.push_back(test);
  report["tests"] = shown;
  return report.dump();
}

constexpr const char* kSecrets[] = {"8123", "7777", "70429", "secret", "4711", "9191"};

}  // namespace

TEST_CASE("hidden checks: no format for students holds a word of them") {
  for (const auto show : {course::ShowHidden::never, course::ShowHidden::after_date})
    for (const CardFormat* format : card_formats()) {
      CAPTURE(format->name);
      std::string text = format->write(card_with_hidden(show));
      if (format->name == "gradescope") text = without_hidden_tests(text);
      for (const char* secret : kSecrets) CHECK_FALSE(contains(text, secret));
    }
  for (const FeedbackFormat* format : feedback_formats()) {
    CAPTURE(format->name);
    const std::string text = format->write(card_with_hidden(course::ShowHidden::never), {});
    for (const char* secret : kSecrets) CHECK_FALSE(contains(text, secret));
    CHECK(contains(text, "hidden checks: does not pass, 0 of 3 points"));
  }
}

TEST_CASE("hidden checks: shown like other gates where the instructor says so") {
  for (const CardFormat* format : card_formats()) {
    const std::string_view name = format->name;
    if (name == "classroom50" || name == "github-classroom" || name == "prairielearn") continue;
    CAPTURE(name);
    CHECK(contains(format->write(card_with_hidden(course::ShowHidden::always)), "hidden: correct"));
  }
}

TEST_CASE(
    "gradescope: hidden checks are tests that it keeps from students, and the points add up") {
  for (const auto& [show, visibility] :
       {std::pair(course::ShowHidden::never, "hidden"),
        std::pair(course::ShowHidden::after_date, "after_due_date")}) {
    const json report = json::parse(written("gradescope", card_with_hidden(show)));
    REQUIRE(report["tests"].size() == 3);
    CHECK_FALSE(report["tests"][0].contains("visibility"));
    CHECK(report["tests"][1]["visibility"] == visibility);
    CHECK(report["tests"][2]["visibility"] == visibility);
    double sum = 0, most = 0;
    for (const json& test : report["tests"]) {
      sum += test["score"].get<double>();
      most += test["max_score"].get<double>();
    }
    CHECK(sum == doctest::Approx(0.25));
    CHECK(most == doctest::Approx(1));
    CHECK(report["output"] == "Sums\n");  // nor does the text say the score
  }
}

namespace {

json timed_result(const json& clock) {
  return {{"slug", "copy"},
          {"title", "Copy"},
          {"verdict", "pass"},
          {"score", 1},
          {"gates", {{{"name", "correct"}, {"status", "pass"}, {"earned", 1}, {"possible", 1}}}},
          {"gpu",
           {{"name", "NVIDIA <H200>"},
            {"driver_version", 12080},
            {"timings", {{{"clock_mhz", clock}}}}}}};
}

ReportCard timed_card(const json& result) {
  ReportCard card{"kim", "Kim", "0.1.0", {}};
  card.exercises = {card_exercise(result)};
  return card;
}

}  // namespace

TEST_CASE("the GPU, its driver and its clock stand wherever a format has a place for them") {
  const ReportCard card = timed_card(timed_result(1979.6));
  CHECK(contains(written("junit", card), "<property name=\"gpu\" value=\"NVIDIA &lt;H200&gt;\"/>"));
  CHECK(contains(written("junit", card), "<property name=\"driver\" value=\"12.8\"/>"));
  CHECK(contains(written("junit", card), "<property name=\"clock_mhz\" value=\"1980\"/>"));
  CHECK(contains(written("tap", card), "# copy: timed on NVIDIA <H200>, driver 12.8, 1980 MHz\n"));
  // A clock that is not known is not told.
  const ReportCard unknown = timed_card(timed_result(nullptr));
  CHECK_FALSE(contains(written("junit", unknown), "clock_mhz"));
  CHECK(contains(written("tap", unknown), "# copy: timed on NVIDIA <H200>, driver 12.8\n"));
}

TEST_CASE("what was run in the simulator alone names no GPU") {
  json result = timed_result(1980);
  result["gpu"] = nullptr;
  CHECK_FALSE(course::timed_on(result));
  CHECK_FALSE(contains(written("junit", timed_card(result)), "gpu"));
  CHECK_FALSE(contains(written("tap", timed_card(result)), "timed on"));
}
