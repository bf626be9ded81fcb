// Time lines, read by mouse and keyboard, without a display.
#include "time/time_line_chart.hpp"

#include "headless.hpp"
#include "sample_experiments.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

struct ShownLine {
  experiment::TimeLine line = sample_time_line("without waiting");
  TimeLineState state;
  Headless headless{{700, 400}};
  ShownLine() {
    headless.show([this] { draw_time_line(headless.ui, state, line, "line", {40, ""}); });
    headless.frames(3);
  }
  void arrow(float x, float y) {
    for (const auto& item : headless.ui.items)
      if (item.name == "line") headless.ui.nudge = {item.id, x, y};
    headless.frame();
    headless.ui.nudge = {};
  }
};

}  // namespace

TEST_CASE("a recording says where and when it was made, and a live one that it is live") {
  experiment::Recording recording = sample_recording();
  CHECK(origin_of(recording) == "Recorded on NVIDIA H200 (CUDA 13.0), 2026-11-22");
  recording.file = "live";
  CHECK(origin_of(recording) == "Live on NVIDIA H200 (CUDA 13.0), 2026-11-22");
}

TEST_CASE("the peak of the memory is the highest step") {
  CHECK(peak_of(sample_time_line("x")) == 8388608);
  CHECK(peak_of({}) == 0);
}

TEST_CASE("the arrows go from span to span, look nearer and back") {
  ShownLine shown;
  CHECK(shown.state.span == -1);
  shown.arrow(1, 0);
  CHECK(shown.state.span == 0);
  for (int i = 0; i < 9; ++i) shown.arrow(1, 0);
  CHECK(shown.state.span == 2);
  shown.arrow(0, -1);
  CHECK(shown.state.to_us - shown.state.from_us == doctest::Approx(20));  // half of the axis
  CHECK(shown.state.from_us <= 16.5);  // the middle of the span is still there
  CHECK(shown.state.to_us >= 16.5);
  for (int i = 0; i < 30; ++i) shown.arrow(0, -1);
  CHECK(shown.state.to_us > shown.state.from_us);
  // What is chosen comes into sight.
  shown.arrow(-1, 0);
  shown.arrow(-1, 0);
  CHECK(shown.state.from_us <= 3);
  CHECK(shown.state.to_us >= 3);
  for (int i = 0; i < 60; ++i) shown.arrow(0, 1);
  CHECK(shown.state.from_us == shown.state.to_us);  // all of it
}

TEST_CASE("the span under the mouse is told") {
  ShownLine shown;
  const ImVec2 middle = shown.headless.center_of("line");
  shown.headless.move_mouse({middle.x, 40});  // the lane of the GPU
  shown.headless.frame();
  CHECK(shown.headless.ui.tooltip == "kernel copy, GPU: 7.00 us to 26.0 us, 19.0 us long");
}

TEST_CASE("a line with nothing in it, with memory alone, or with a thousand rounds is drawn") {
  ShownLine shown;
  shown.line.spans.clear();
  shown.arrow(1, 0);
  CHECK(shown.state.span == -1);
  shown.line.memory.clear();
  shown.headless.frame();
  for (int i = 0; i < 4000; ++i)
    shown.line.spans.push_back({experiment::SpanKind::allocate, experiment::Span::Where::host,
                                "cudaMalloc", i * 1.0, i + 0.9});
  shown.headless.frame();
  shown.arrow(1, 0);
  CHECK(shown.state.span == 0);
}

TEST_CASE("what the clock of the program showed is marked, and the axis is as long as that") {
  ShownLine shown;
  const float before = shown.headless.ui.items.front().min.y;
  shown.line.notes = {{"printed", 60, "us"}};
  shown.headless.show([&] {
    draw_time_line(shown.headless.ui, shown.state, shown.line, "line", {40, "printed"});
  });
  shown.headless.frames(3);
  CHECK(shown.headless.ui.items.front().min.y > before);  // the bracket stands above the lanes
}
