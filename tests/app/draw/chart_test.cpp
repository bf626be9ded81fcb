// Scales, ticks, labels that never touch, tables, and curves that are drawn by hand.
#include "draw/chart.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace warplab::app;

namespace {

Chart stride_chart(bool logarithmic) {
  Chart chart;
  chart.x = {"stride", "", logarithmic, {}, {}};
  chart.y = {"sectors a request", "", logarithmic, {}, {}};
  chart.series = {
      {"load", SeriesSource::counted, {{1, 4}, {2, 8}, {4, 16}, {8, 32}, {16, 32}, {32, 32}}}};
  return chart;
}

}  // namespace

TEST_CASE("a linear axis begins at 0, so that twice as high is twice as much") {
  const AxisScale scale = y_scale(stride_chart(false));
  CHECK(scale.low == 0);
  CHECK(scale.high > 32);
  CHECK(scale.part(32) == doctest::Approx(2 * scale.part(16)));
  CHECK(scale.value(scale.part(7)) == doctest::Approx(7));
}

TEST_CASE("on a logarithmic axis a factor has one length, and nothing stands at its beginning") {
  const AxisScale scale = y_scale(stride_chart(true));
  CHECK(scale.part(16) - scale.part(8) == doctest::Approx(scale.part(8) - scale.part(4)));
  CHECK(scale.low == 1);
  CHECK(scale.high == 100);
  CHECK(scale.part(0) == 0);
  CHECK(scale.value(scale.part(20)) == doctest::Approx(20));
}

TEST_CASE("an author's ends of an axis hold, and those that make no sense do not") {
  Chart chart = stride_chart(true);
  chart.y.from = 0;
  chart.y.to = 64;
  CHECK(y_scale(chart).low == 1);
  CHECK(y_scale(chart).high == 64);
  chart.y.logarithmic = false;
  CHECK(y_scale(chart).low == 0);
  CHECK(y_scale(chart).high == 64);
  chart.y.to = -1;
  CHECK(y_scale(chart).high > y_scale(chart).low);
}

TEST_CASE("ranges and lines to compare with are within the axis") {
  Chart chart = stride_chart(false);
  chart.series[0].points[5].low = 20;
  chart.series[0].points[5].high = 90;
  CHECK(y_scale(chart).high >= 90);
  chart.lines = {{"peak", 200}};
  CHECK(y_scale(chart).high >= 200);
}

TEST_CASE("a chart without values, with one value, or with the same value everywhere has axes") {
  for (const bool logarithmic : {false, true})
    for (const std::vector<ChartPoint>& points : {std::vector<ChartPoint>{},
                                                  {{3, 0}},
                                                  {{3, 7}},
                                                  {{1, 5}, {2, 5}},
                                                  {{1, 0}, {2, 0}},
                                                  {{1, NAN}, {2, 3}}}) {
      Chart chart = stride_chart(logarithmic);
      chart.series[0].points = points;
      for (const AxisScale& scale : {x_scale(chart), y_scale(chart)}) {
        CHECK(scale.high > scale.low);
        CHECK(std::isfinite(scale.part(3)));
      }
      CHECK_FALSE(ticks_of(y_scale(chart), 5).empty());
    }
}

TEST_CASE("ticks are round numbers within the axis") {
  std::string texts;
  for (const AxisTick& tick : ticks_of({1, 1e6, true}, 10)) texts += tick.text + ";";
  CHECK(texts == "1;10;100;1000;10 000;100 000;1 M;");
  texts.clear();
  for (const AxisTick& tick : ticks_of({1, 100, true}, 10)) texts += tick.text + ";";
  CHECK(texts == "1;2;5;10;20;50;100;");
  CHECK(ticks_of({1, 1e12, true}, 4).size() <= 5);
  texts.clear();
  for (const AxisTick& tick : ticks_of({0, 34.5, false}, 5)) texts += tick.text + ";";
  CHECK(texts == "0;10;20;30;");
}

TEST_CASE("numbers are short on an axis and whole with their unit") {
  CHECK(short_number(65536) == "65 536");
  CHECK(short_number(1.5e6) == "1.5 M");
  CHECK(short_number(0.25) == "0.25");
  CHECK(value_text(412.4, "us") == "412.4 us");
  CHECK(value_text(8388608, "bytes") == "8.4 MB");
  CHECK(value_text(32, "sectors") == "32 sectors");
  CHECK(point_text({1, 10, 8, 12}, SeriesSource::modelled, "us") ==
        "10.0 us (8.00 us to 12.0 us, modelled)");
  CHECK(point_text({1, 32}, SeriesSource::counted, "") == "32");
  CHECK(point_text({1, 32}, SeriesSource::measured, "us") == "32.0 us (measured)");
}

TEST_CASE("labels of an axis that would touch are left out, the first never") {
  CHECK(labels_with_room({0, 50, 100}, {40, 40, 40}, 5) == std::vector<bool>{true, true, true});
  CHECK(labels_with_room({0, 30, 60, 90, 120}, {40, 40, 40, 40, 40}, 5) ==
        std::vector<bool>{true, false, true, false, true});
  // The last stands where it has room, whatever the step was.
  CHECK(labels_with_room({0, 30, 60, 200}, {40, 40, 40, 40}, 5) ==
        std::vector<bool>{true, false, true, true});
  CHECK(labels_with_room({0, 1, 2}, {500, 500, 500}, 5) == std::vector<bool>{true, false, false});
  CHECK(labels_with_room({}, {}, 5).empty());
}

TEST_CASE("names of lines move apart, stay inside, and are left out where there is no room") {
  const auto places = spread_labels({100, 101, 99, 5}, 20, 0, 200);
  for (size_t a = 0; a < places.size(); ++a) {
    REQUIRE(places[a]);
    CHECK(*places[a] >= 0);
    CHECK(*places[a] <= 180);
    for (size_t b = 0; b < a; ++b) CHECK(std::abs(*places[a] - *places[b]) >= 20);
  }
  CHECK(*places[2] < *places[0]);  // their order stays
  CHECK(*places[0] < *places[1]);
  const auto crowded = spread_labels({10, 10, 10}, 20, 0, 45);
  CHECK(crowded[0]);
  CHECK(crowded[1]);
  CHECK_FALSE(crowded[2]);
}

TEST_CASE("the table has a row for each place and says what a number is") {
  Chart chart = stride_chart(true);
  chart.y.unit = "us";
  chart.series.push_back({"time", SeriesSource::modelled, {{2, 10, 8, 12}}});
  const ChartTable table = table_of(chart);
  CHECK(table.head == std::vector<std::string>{"stride", "load", "time (modelled)"});
  REQUIRE(table.rows.size() == 6);
  CHECK(table.rows[0] == std::vector<std::string>{"1", "4.00 us", ""});
  CHECK(table.rows[1] == std::vector<std::string>{"2", "8.00 us", "10.0 us (8.00 us to 12.0 us)"});
}

TEST_CASE("where the parameter is a name, the places are the names") {
  Chart chart;
  chart.categories = {"32 x 32", "1024 x 1", "1 x 1024"};
  chart.x.logarithmic = true;  // means nothing here
  chart.series = {{"copy", SeriesSource::counted, {{0, 1}, {2, 3}}}};
  CHECK(places_of(chart).size() == 3);
  CHECK(place_text(chart, 1) == "1024 x 1");
  const AxisScale scale = x_scale(chart);
  CHECK(scale.part(1) == doctest::Approx(0.5));
  CHECK(scale.part(0) > 0);
}

TEST_CASE("a stroke of the pen draws every point that it passes, and the nearest to where it is") {
  Chart chart = stride_chart(true);
  chart.y.from = 1;
  chart.y.to = 100;
  const AxisScale x = x_scale(chart), y = y_scale(chart);
  HandCurve curve = empty_curve(places_of(chart));
  CHECK(curve.is_empty());
  draw_stroke(curve, x, y, {x.part(4), 0.5}, {x.part(4), 0.5});
  CHECK(curve.y[2] == doctest::Approx(10));
  CHECK_FALSE(curve.y[1]);
  draw_stroke(curve, x, y, {0, 0}, {1, 1});
  CHECK(curve.is_whole());
  for (size_t i = 1; i < curve.y.size(); ++i) CHECK(*curve.y[i] > *curve.y[i - 1]);
  // Beyond the plot the pen stays at its edge.
  draw_stroke(curve, x, y, {x.part(1), 7}, {x.part(1), 7});
  CHECK(curve.y[0] == doctest::Approx(100));
}

TEST_CASE("by keyboard a point begins beside its neighbour and moves by steps within the axis") {
  const AxisScale y{1, 100, true};
  HandCurve curve = empty_curve({1, 2, 4});
  nudge_point(curve, 0, 1, y);
  CHECK(curve.y[0] == doctest::Approx(10));  // the middle
  nudge_point(curve, 0, 5, y);
  CHECK(*curve.y[0] == doctest::Approx(15.8));
  nudge_point(curve, 1, 1, y);
  CHECK(curve.y[1] == curve.y[0]);
  nudge_point(curve, 1, 1000, y);
  CHECK(curve.y[1] == doctest::Approx(100));
  nudge_point(curve, 1, -1000, y);
  CHECK(curve.y[1] == doctest::Approx(1));
  CHECK_FALSE(curve.is_whole());
  CHECK(series_of(curve, "yours").points.size() == 2);
}

TEST_CASE("a line's name stands at the right, but not on a value where the left is free") {
  Chart chart;
  chart.y.from = 0;
  chart.y.to = 100;
  chart.series.resize(2);
  chart.series[0].points = {{0, 10, 0, 0}, {1, 90, 0, 0}};
  CHECK(name_stands_left(chart, 95, 0.2));
  CHECK_FALSE(name_stands_left(chart, 95, 0.01));  // there is room enough
  CHECK_FALSE(name_stands_left(chart, 50, 0.2));
  CHECK_FALSE(name_stands_left(chart, 12, 0.2));  // the value at the left is as high
  chart.series[1].points = {{0, 93, 0, 0}, {1, 20, 0, 0}};
  CHECK_FALSE(name_stands_left(chart, 95, 0.2));  // both ends have one
  CHECK_FALSE(name_stands_left(Chart{}, 1, 0.2));
}
