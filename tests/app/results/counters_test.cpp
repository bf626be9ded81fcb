#include "results/counters_view.hpp"

#include "../verdict/made_up.hpp"
#include "draw/widgets.hpp"
#include "sample_lens.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::app::key;
using namespace warplab::test;

namespace {

verdict::VariantCounters two_launches() {
  verdict::VariantCounters run = made_up::counted({{1, made_up::loads(100, 3200)}});
  run.launches[0].name = "rows";
  run.launches[0].kernel = "row_sums";
  run.launches[0].given = true;
  run.launches.push_back(
      made_up::launch({{2, made_up::loads(100, 400)}}, "columns", "column_sums", 1));
  return run;
}

void grade_with(SampleLab& sample, size_t launches) {
  sample.grade = [launches](const exercise::Exercise&, const std::string&,
                            const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.verdict = verdict::Status::pass;
    result.counters = {two_launches()};
    for (size_t i = 2; i < launches; ++i)
      result.counters[0].launches.push_back(
          made_up::launch({{2, made_up::loads(100, 400)}}, "more " + std::to_string(i), "more", i));
    return result;
  };
}

}  // namespace

TEST_CASE("every counter, in the comparison and by name, has a sentence under the mouse") {
  ScriptedLens lens;
  lens.may_answer = false;  // the counters alone
  Shown shown([](SampleLab& sample) { grade_with(sample, 2); }, {1440, 2400});
  shown.state.tabs.lens.machine = lens.machine();
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.press('2', kControl);
  shown.state.tabs.counters.is_open = true;
  shown.headless.frames(2);
  const auto says = [&](const std::string& item) {
    shown.headless.move_mouse(shown.headless.center_of(item));
    shown.headless.frame();
    return shown.headless.ui.tooltip;
  };
  CHECK(says("counter bytes used of Global loads").starts_with("The bytes among them"));
  CHECK(says("counter Global loads") == sentence_of(sim::Counter::global_load_requests));
  CHECK(says("sort by Ratio") == "How many times the ideal is spent.");
  shown.headless.click("all");
  shown.headless.frames(2);
  CHECK(says("counter global.load.sectors").find(sentence_of(sim::Counter::global_load_sectors)) !=
        std::string::npos);
  // Beside the counters there is none.
  shown.headless.move_mouse({5, 5});
  shown.headless.frame();
  CHECK(shown.headless.ui.tooltip.find("sectors") == std::string::npos);
}

TEST_CASE("more launches than fit beside one another can be moved sideways") {
  ScriptedLens lens;
  lens.may_answer = false;  // the counters alone
  Shown shown([](SampleLab& sample) { grade_with(sample, 9); });
  shown.state.tabs.lens.machine = lens.machine();
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.press('2', kControl);
  shown.state.tabs.counters.is_open = true;
  shown.headless.frames(2);
  CHECK(shown.headless.has("counter Global loads"));
  CHECK(shown.headless.has("global load of line 2"));
}

TEST_CASE("in a narrow pane names stay whole, and requests give way to what a line does") {
  ScriptedLens lens;
  lens.may_answer = false;  // the counters alone
  Shown shown([](SampleLab& sample) { grade_with(sample, 2); }, {1440, 2400});
  shown.state.tabs.lens.machine = lens.machine();
  shown.headless.press(kF5);
  shown.wait_for_run();
  shown.headless.press('2', kControl);
  shown.state.tabs.counters.is_open = true;
  const auto width_of = [&](const char* item) { return shown.headless.area_of(item).GetWidth(); };
  const app::Fonts& fonts = shown.headless.ui.fonts;
  for (const float right : {0.6f, 0.246f}) {
    CAPTURE(right);
    shown.lab->settings().layout.beside = right;
    shown.headless.frames(3);
    CHECK(shown.headless.has("sort by Requests") == (right > 0.5f));
    CHECK(width_of("sort by Access") >= text_width(fonts.text, "global load"));
    CHECK(width_of("counter sectors moved of Global loads") >=
          text_width(fonts.text, "sectors moved"));
  }
}
