// Charts, read and drawn by mouse and keyboard, without a display.
#include "draw/chart_view.hpp"
#include "draw/hand_chart.hpp"

#include "headless.hpp"

using namespace warplab::app;
using namespace warplab::test;

namespace {

Chart two_series() {
  Chart chart;
  chart.x = {"stride", "", true, {}, {}};
  chart.y = {"time", "us", false, {}, {}};
  chart.series = {
      {"load", SeriesSource::counted, {{1, 4}, {2, 8}, {4, 16}, {8, 32}}},
      {"time", SeriesSource::modelled, {{1, 40, 30, 50}, {2, 40, 30, 50}, {8, 41, 30, 50}}}};
  chart.lines = {{"peak", 60}, {"cuBLAS", 59}};
  return chart;
}

struct ShownChart {
  Chart chart = two_series();
  ChartState state;
  bool faded = false, with_table = false;
  Headless headless;

  explicit ShownChart(ImVec2 size = {640, 600}) : headless(size) {
    headless.show([this] {
      if (with_table) draw_chart_and_table(headless.ui, state, chart, "chart", 240, faded);
      else draw_chart(headless.ui, state, chart, "chart", 240, faded);
    });
    headless.frames(3);
  }
  // As if the keyboard had the chart.
  void arrow(float x, float y) {
    for (const auto& item : headless.ui.items)
      if (item.name == "chart") headless.ui.nudge = {item.id, x, y};
    headless.frame();
    headless.ui.nudge = {};
  }
};

}  // namespace

TEST_CASE("the value under the mouse is told, with what it is") {
  ShownChart shown;
  CHECK(shown.state.place == -1);
  const ImVec2 middle = shown.headless.center_of("chart");
  shown.headless.move_mouse({middle.x - 250, middle.y + 60});
  shown.headless.frame();
  CHECK(shown.state.place == 0);
  CHECK(shown.headless.ui.tooltip ==
        "stride 1\nload: 4.00 us\ntime: 40.0 us (30.0 us to 50.0 us, modelled)");
  shown.headless.move_mouse({middle.x + 290, middle.y - 90});
  shown.headless.frame();
  CHECK(shown.state.place == 3);
  CHECK(shown.state.series == 1);  // the nearer one
}

TEST_CASE("the arrows go from value to value and from series to series") {
  ShownChart shown;
  shown.arrow(1, 0);
  CHECK(shown.state.place == 0);
  shown.arrow(1, 0);
  shown.arrow(1, 0);
  CHECK(shown.state.place == 2);
  shown.arrow(0, 1);
  CHECK(shown.state.series == 1);
  shown.arrow(0, 1);
  CHECK(shown.state.series == 0);
  for (int i = 0; i < 10; ++i) shown.arrow(1, 0);
  CHECK(shown.state.place == 3);
  for (int i = 0; i < 10; ++i) shown.arrow(-1, 0);
  CHECK(shown.state.place == 0);
}

TEST_CASE(
    "the table is beside the chart where there is room, and a press away where there is none") {
  ShownChart narrow;
  narrow.with_table = true;
  narrow.headless.frames(2);
  CHECK(narrow.headless.has("chart"));
  CHECK_FALSE(narrow.headless.has("chart table"));
  narrow.headless.click("chart as a table");
  CHECK(narrow.headless.has("chart table"));
  CHECK_FALSE(narrow.headless.has("chart"));
  narrow.headless.click("chart as a chart");
  CHECK(narrow.headless.has("chart"));

  ShownChart wide({1200, 600});
  wide.with_table = true;
  wide.headless.frames(2);
  CHECK(wide.headless.has("chart"));
  CHECK(wide.headless.has("chart table"));
}

TEST_CASE("every kind of chart is drawn: empty, with names, logarithmic, old, tiny") {
  ShownChart shown;
  shown.faded = true;
  shown.headless.frame();
  shown.chart.y.logarithmic = true;
  shown.headless.frame();
  shown.chart.categories = {"32 x 32", "1024 x 1", "1 x 1024", "16 x 64",
                            "a name that is much longer than its place"};
  shown.headless.frame();
  shown.arrow(1, 0);
  shown.chart.series.clear();
  shown.headless.frame();
  shown.chart.categories.clear();
  shown.headless.frame();
  CHECK(shown.headless.has("chart"));
  ShownChart tiny({90, 80});
  tiny.headless.move_mouse({40, 40});
  tiny.headless.frame();
  CHECK(tiny.state.place >= 0);
}

namespace {

struct Drawn {
  Chart chart;
  ChartState state;
  HandCurve curve = empty_curve({1, 2, 4, 8});
  int changes = 0;
  Headless headless{{640, 600}};

  Drawn() {
    chart.x = {"stride", "", true, {}, {}};
    chart.y = {"sectors", "", false, 0, 40};
    headless.show([this] {
      changes += draw_hand_chart(headless.ui, state, chart, curve, "by hand", 240) ? 1 : 0;
    });
    headless.frames(3);
  }
  void arrow(float x, float y) {
    for (const auto& item : headless.ui.items)
      if (item.name == "by hand") headless.ui.nudge = {item.id, x, y};
    headless.frame();
    headless.ui.nudge = {};
  }
};

}  // namespace

TEST_CASE("a curve is drawn with the mouse from one end to the other") {
  Drawn drawn;
  const ImVec2 middle = drawn.headless.center_of("by hand");
  drawn.headless.move_mouse(middle);
  CHECK(drawn.curve.is_empty());  // pointing draws nothing
  drawn.headless.drag({middle.x - 270, middle.y + 80}, {middle.x + 300, middle.y - 80});
  CHECK(drawn.curve.is_whole());
  CHECK(drawn.changes > 0);
  for (size_t i = 1; i < drawn.curve.y.size(); ++i)
    CHECK(*drawn.curve.y[i] > *drawn.curve.y[i - 1]);
  // A second stroke changes what it passes and nothing else.
  const auto before = drawn.curve.y;
  drawn.headless.drag({middle.x + 280, middle.y + 60}, {middle.x + 285, middle.y + 60});
  CHECK(drawn.curve.y[0] == before[0]);
  CHECK(drawn.curve.y[3] != before[3]);
}

TEST_CASE("a curve is drawn with the keys alone") {
  Drawn drawn;
  drawn.arrow(1, 0);
  CHECK(drawn.state.place == 0);
  CHECK(drawn.curve.is_empty());
  for (int point = 0; point < 4; ++point) {
    for (int i = 0; i < 3 + point; ++i) drawn.arrow(0, -1);  // upwards
    drawn.arrow(1, 0);
  }
  CHECK(drawn.curve.is_whole());
  CHECK(*drawn.curve.y[1] > *drawn.curve.y[0]);
  CHECK(*drawn.curve.y[3] > *drawn.curve.y[2]);
  const double before = *drawn.curve.y[3];
  drawn.arrow(0, 1);
  CHECK(*drawn.curve.y[3] < before);
}
