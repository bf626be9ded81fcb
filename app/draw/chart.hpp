#pragma once
// A chart as numbers: several series against a parameter, axes that are linear or logarithmic,
// lines to compare with, and a curve that is drawn by hand before the answer is seen. What is drawn
// of it is in draw/chart_view.cpp.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplab::app {

// Where the numbers of a series come from. What is modelled is drawn hollow and dashed, and says
// so.
enum class SeriesSource : uint8_t { counted, measured, recorded, modelled, predicted };
// "counted", "measured", ...
const char* name_of(SeriesSource source);

struct ChartPoint {
  double x = 0, y = 0;
  double low = 0, high = 0;  // the range of a time that is modelled; equal: none
  bool has_range() const { return low < high; }
};

struct ChartSeries {
  std::string name;
  SeriesSource source = SeriesSource::counted;
  std::vector<ChartPoint> points;  // by x
};

struct ChartAxis {
  std::string label;  // "stride"
  std::string unit;   // "sectors a request"; empty: none
  bool logarithmic = false;
  std::optional<double> from, to;  // none: around what is shown
};
// "time (us)", "stride".
std::string title_of(const ChartAxis& axis);

// A level that is known beforehand: "peak of the memory", "cuBLAS".
struct ReferenceLine {
  std::string name;
  double y = 0;
};

struct Chart {
  ChartAxis x, y;
  // Where the parameter is no number ("32 x 32", "1024 x 1"): x is an index into these.
  std::vector<std::string> categories;
  std::vector<ChartSeries> series;
  std::vector<ReferenceLine> lines;
  std::optional<double> here;  // the place that is looked at elsewhere: it has a mark on the axis
};

// Every x at which something stands, ascending.
std::vector<double> places_of(const Chart& chart);
// "8", "32 x 32": what stands below a place.
std::string place_text(const Chart& chart, double x);

// Where values are on an axis: 0 at its beginning, 1 at its end.
struct AxisScale {
  double low = 0, high = 1;
  bool logarithmic = false;
  // What a logarithmic axis cannot show (0 and less) stands at its beginning.
  double part(double value) const;
  double value(double part) const;
};
AxisScale x_scale(const Chart& chart);
AxisScale y_scale(const Chart& chart);

// Whether a line's name stands at the left end of the chart and not at the right: where a value at
// the last place is within `room` of the line and none at the first. `room` is a part of the axis.
bool name_stands_left(const Chart& chart, double level, double room);

struct AxisTick {
  double value = 0;
  std::string text;
};
// Round numbers, about `most` of them: on a logarithmic axis powers of ten, with 2 and 5 of each
// where there is room.
std::vector<AxisTick> ticks_of(const AxisScale& scale, int most);

// Round numbers for an axis, from `low` to `high`, about `count` of them.
std::vector<double> ticks_between(double low, double high, int count);

// "33.6 MB", "8192 bytes".
std::string bytes_text(double bytes);

// "65 536", "1.5 M", "0.25".
std::string short_number(double value);
// With its unit, as it is read: "412 us", "8.4 MB", "31.2 %", "4 sectors a request".
std::string value_text(double value, const std::string& unit);
// The same with its range: "412 us (350 us to 480 us, modelled)".
std::string point_text(const ChartPoint& point, SeriesSource source, const std::string& unit);

// ---- labels -------------------------------------------------------------------------------------

// Which of the labels are written so that none touches another: every n-th, and the last where it
// has room. `middles` ascend; all in pixels.
std::vector<bool> labels_with_room(const std::vector<float>& middles,
                                   const std::vector<float>& widths, float gap);
// Places for labels of one height along a line from `from` to `to`, each as near to where it is
// wanted as the others allow. Those that come last are left out where there is no room for all.
std::vector<std::optional<float>> spread_labels(const std::vector<float>& wanted, float height,
                                                float from, float to);

// ---- as a table ---------------------------------------------------------------------------------

struct ChartTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>>
      rows;  // as long as the head; "" where a series has no value
};
ChartTable table_of(const Chart& chart);

// ---- a curve by hand ----------------------------------------------------------------------------

struct HandCurve {
  std::vector<double> x;
  std::vector<std::optional<double>> y;  // as many; none: not drawn yet
  bool is_empty() const;
  bool is_whole() const;
};
HandCurve empty_curve(std::vector<double> x);
// The pen went from one place of the chart to another, both as parts of the axes: every x between
// them, and the nearest to where it is now, gets the height of the pen there.
void draw_stroke(HandCurve& curve, const AxisScale& x, const AxisScale& y, const ChartPoint& from,
                 const ChartPoint& to);
// Moves one point by so many steps of a fiftieth of the axis; one that is not drawn yet begins
// beside its neighbour.
void nudge_point(HandCurve& curve, size_t point, double steps, const AxisScale& y);
// For laying it over the answer.
ChartSeries series_of(const HandCurve& curve, std::string name);

}  // namespace warplab::app
