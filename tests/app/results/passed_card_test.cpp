#include "results/passed_card.hpp"

#include <doctest/doctest.h>

#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;
using sim::Counter;
using verdict::Status;

namespace {

// Loads that take eight times fewer sectors once the text is fixed.
verdict::ExerciseResult graded(const std::string& source) {
  const bool fixed = source.find("fixed") != std::string::npos;
  verdict::ExerciseResult result;
  result.verdict = fixed ? Status::pass : Status::fail;
  result.gates = {gate("compiles", Status::pass), gate("launches", Status::pass),
                  gate("correct", result.verdict, 2)};
  verdict::VariantCounters counted;
  counted.completed = counted.correct = true;
  verdict::CountedLaunch report;
  report.name = report.kernel = "copy";
  report.total[Counter::global_load_requests] = 100;
  report.total[Counter::global_load_sectors] = fixed ? 400 : 3200;
  sim::fill_sums(report.total);
  counted.total = report.total;
  counted.launches = {report};
  result.counters = {counted};
  return result;
}

void set_grade(SampleLab& sample) {
  sample.grade = [](const exercise::Exercise&, const std::string& source,
                    const verdict::GradeOptions&) { return graded(source); };
}

void run(Shown& shown) {
  const int before = shown.lab->runs_ended();
  shown.headless.press(kF5);
  REQUIRE(tick_until(*shown.lab, [&] {
    return shown.lab->runs_ended() > before && !shown.lab->runner().is_busy();
  }));
  shown.headless.frames(3);
}

}  // namespace

TEST_CASE("passing is an event: a card says what changed, and F9 leads on") {
  Shown shown(set_grade);
  run(shown);
  CHECK_FALSE(shown.headless.has("passed card"));
  shown.headless.press(kF9);
  CHECK(shown.lab->entry()->slug == "copy");  // not before it has passed
  shown.headless.type("fixed ");
  run(shown);
  REQUIRE(shown.headless.has("passed card"));
  CHECK(shown.headless.has("change sectors for each global load"));
  CHECK_FALSE(shown.headless.has("course summary"));
  SUBCASE("by key") { shown.headless.press(kF9); }
  SUBCASE("by mouse") { shown.headless.click("next"); }
  shown.headless.frames(2);
  CHECK(shown.lab->entry()->slug == "sums");
  CHECK_FALSE(shown.headless.has("passed card"));
}

TEST_CASE("a text that was changed has not passed: the card goes, and F9 does nothing") {
  Shown shown(set_grade);
  shown.headless.type("fixed ");
  run(shown);
  REQUIRE(shown.headless.has("passed card"));
  shown.headless.type("x");
  shown.headless.frames(2);
  CHECK_FALSE(shown.headless.has("passed card"));
  shown.headless.press(kF9);
  CHECK(shown.lab->entry()->slug == "copy");
}

TEST_CASE("the question that ends the statement is in the card") {
  Shown shown([](SampleLab& sample) {
    set_grade(sample);
    const auto made = sample_exercise(sample.places().exercises, 1, "copy");
    write(made.folder / made.statement_file,
          "# Copy\n\n## What to do\n\nDo it.\n\n## The next question\n\nAnd then?\n");
  });
  shown.headless.type("fixed ");
  run(shown);
  CHECK(shown.state.tabs.result.card.question.document.blocks.size() == 1);
  CHECK(shown.state.tabs.result.card.question.layout.height > 0);
}

TEST_CASE("the last exercise that passes brings the summary of the course") {
  Shown shown(set_grade);
  for (const char* slug : {"copy", "sums", "race"}) {
    shown.headless.ui.ask(OpenExercise{slug});
    shown.headless.frames(2);
    CHECK_FALSE(shown.headless.has("course summary"));
    shown.headless.type("fixed ");
    run(shown);
  }
  CHECK(shown.headless.has("course summary"));
  CHECK_FALSE(shown.headless.has("next"));
}

TEST_CASE("checks are one line that says how many wait; pressed it shows and explains each") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.verdict = Status::fail;
      result.gates.push_back(gate("correct", Status::fail));
      for (const char* name : {"loads", "stores", "passes"}) {
        result.gates.push_back(gate(name, Status::not_checked));
        result.gates.back().metric = "global.sectors + shared.wavefronts";
        result.gates.back().says = verdict::not_checked(data::as_it_is("the answer is wrong."));
      }
      return result;
    };
  });
  run(shown);
  CHECK(card_of(*shown.lab)->waiting == 3);
  CHECK_FALSE(shown.headless.has("gate stores"));
  shown.headless.click("checks");
  shown.headless.frames(2);
  shown.headless.move_mouse(shown.headless.center_of("gate stores"));
  shown.headless.frame();
  CHECK(shown.headless.ui.tooltip.find("global.sectors: Sectors of 32 bytes") != std::string::npos);
  run(shown);
  CHECK_FALSE(shown.headless.has("gate stores"));  // each run begins with the card alone
}

TEST_CASE("a gate has its whole name: above its numbers, where it does not fit beside them") {
  Shown shown([](SampleLab& sample) {
    sample.grade = [](const exercise::Exercise&, const std::string&, const verdict::GradeOptions&) {
      verdict::ExerciseResult result;
      result.verdict = Status::fail;
      for (const char* name : {"short", "the name of a gate that says a little more"}) {
        result.gates.push_back(gate(name, Status::fail));
        result.gates.back().value = 1234567;
        result.gates.back().limit = 1000;
        result.gates.back().says = {};
      }
      return result;
    };
  });
  run(shown);
  shown.lab->settings().layout.right = 0.2f;
  shown.headless.frames(3);
  shown.headless.click("checks");
  shown.headless.frames(3);
  const auto height = [&](const char* name) { return shown.headless.area_of(name).GetHeight(); };
  const float line = shown.headless.ui.fonts.text->FontSize;
  CHECK(height("gate the name of a gate that says a little more") >= height("gate short") + line);
  shown.lab->settings().layout.right = 0.6f;
  shown.headless.frames(3);
  CHECK(height("gate the name of a gate that says a little more") == height("gate short"));
}
