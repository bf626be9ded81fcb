// The tab PTX, pressed: rows, their lines in the editor, and back.
#include "memory/ptx_view.hpp"

#include <doctest/doctest.h>

#include "sample_lens.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

constexpr const char* kPtx = R"(.file 1 "copy.cu"
.visible .entry step(
	.param .u64 a
)
{
	.loc	1 2 1
	ld.global.f32 	%f1, [%rd1];
	.loc	1 4 1
	st.global.f32 	[%rd2], %f1;
	ret;
}
)";

struct Coded {
  ScriptedLens lens;
  Shown shown;

  Coded()
      : shown([](SampleLab& sample) {
          sample.change = [](exercise::Exercise& exercise) {
            exercise.launches.resize(1);
            exercise.launches[0].name = exercise.launches[0].kernel = "step";
          };
        }) {
    lens.answer = [](const LensQuestion& question) {
      LensAnswer answer = sample_answer(question.source);
      auto compiled = std::make_shared<compile::Compiled>();
      compiled->ptx = kPtx;
      answer.compiled = compiled;
      if (question.machine_code) answer.why_no_machine_code = "There is no nvdisasm here.";
      return answer;
    };
    shown.state.tabs.lens.machine = lens.machine();
    shown.lab->work()->document.code().replace_all("a\nb\nc\nd\ne\n");
    shown.headless.click("run");
    shown.wait_for_run();
    shown.headless.press('P', key::kControl);
    wait();
  }
  Work& work() { return *shown.lab->work(); }
  void wait() {
    REQUIRE(tick_until(*shown.lab, [&] {
      shown.headless.frame();
      return !is_looking(shown.state.tabs.lens);
    }));
    shown.headless.frames(2);
  }
  const std::vector<CodeRow>& rows() { return shown.state.ptx.rows; }
  // Presses row `index`.
  void press_row(int index) {
    ImVec2 min;
    for (const auto& item : shown.headless.ui.items)
      if (item.name == "code") min = item.min;
    const float height = shown.headless.ui.fonts.code_small->FontSize + 4;
    shown.headless.click_at({min.x + 100, min.y + height * (static_cast<float>(index) + 0.5f)});
  }
};

}  // namespace

TEST_CASE("a row that is pressed selects its line, which has the same colour in the editor") {
  Coded coded;
  CHECK(coded.work().linked_lines == std::vector<int>{2, 4});
  int store = -1;
  for (int i = 0; i < std::ssize(coded.rows()); ++i)
    if (coded.rows()[static_cast<size_t>(i)].text.find("st.global") != std::string::npos) store = i;
  REQUIRE(store >= 0);
  coded.press_row(store);
  CHECK(coded.work().selection.line == 4);
  CHECK(coded.shown.state.ptx.row == store);
  // A row without a line changes nothing.
  coded.press_row(0);
  CHECK(coded.work().selection.line == 4);
}

TEST_CASE("the caret's line is selected, and the colours go with the code") {
  Coded coded;
  coded.work().document.code().place({1, 0});
  coded.shown.headless.frames(2);
  CHECK(coded.work().selection.line == 2);
  coded.shown.headless.press('P', key::kControl);
  coded.shown.headless.frames(2);
  CHECK(coded.work().linked_lines.empty());
  coded.work().document.code().place({3, 0});
  coded.shown.headless.frames(2);
  CHECK(coded.work().selection.line == 2);
}

TEST_CASE("by the keyboard alone rows are gone through, and their words explained") {
  Coded coded;
  for (int i = 0; i < 6 && coded.shown.state.focused != Pane::code; ++i)
    coded.shown.headless.press(key::kF6);
  const auto has_ring = [&] {
    for (const auto& item : coded.shown.headless.ui.items)
      if (item.name == "code") return item.id == coded.shown.state.item_focus.id;
    return false;
  };
  for (int i = 0; i < 30 && !has_ring(); ++i) coded.shown.headless.press(key::kTab);
  REQUIRE(has_ring());
  for (int i = 0; i < 5; ++i) coded.shown.headless.press(key::kDown);
  CHECK(coded.shown.state.ptx.row == 4);
  CHECK(coded.work().selection.line == 2);
}

TEST_CASE("where the machine code cannot be read that is said, and PTX is a press away") {
  Coded coded;
  coded.shown.headless.click("machine code");
  coded.wait();
  CHECK_FALSE(coded.shown.headless.has("code"));
  coded.shown.headless.click("ptx text");
  coded.wait();
  CHECK(coded.shown.headless.has("code"));
}
