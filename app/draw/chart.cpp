#include "draw/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "verdict/result/number_text.hpp"

namespace warplab::app {
namespace {

// A bar or a mark at the edge is not cut in two.
constexpr double kMargin = 0.06;
// How much further a linear axis goes than its highest value.
constexpr double kHeadroom = 1.08;
// Values closer than this factor need the ticks 2 and 5 between powers of ten.
constexpr double kFewDecades = 2.5;
// Steps of the arrow keys from one end of the axis to the other.
constexpr double kSteps = 50;

struct Extent {
  double low = INFINITY, high = -INFINITY;
  void take(double value, bool logarithmic) {
    if (!std::isfinite(value) || (logarithmic && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_empty() const { return low > high; }
};

// Three digits: what a hand can mean.
double rounded(double value) { return std::strtod(fmt::format("{:.3g}", value).c_str(), nullptr); }

AxisScale logarithmic_scale(const Extent& extent) {
  AxisScale scale{1, 10, true};
  if (extent.is_empty()) return scale;
  // Whole powers of ten, so that the ends have names.
  scale.low = std::pow(10, std::floor(std::log10(extent.low) + 1e-9));
  scale.high = std::pow(10, std::ceil(std::log10(extent.high) - 1e-9));
  if (scale.high <= scale.low) scale.high = scale.low * 10;
  return scale;
}

// Ends that an author has fixed; one that makes no sense is passed over.
void fix_ends(AxisScale& scale, const ChartAxis& axis) {
  const auto is_possible = [&](double end) { return !scale.logarithmic || end > 0; };
  if (axis.from && is_possible(*axis.from)) scale.low = *axis.from;
  if (axis.to && is_possible(*axis.to)) scale.high = *axis.to;
  if (!(scale.high > scale.low)) scale.high = scale.logarithmic ? scale.low * 10 : scale.low + 1;
}

std::vector<AxisTick> logarithmic_ticks(const AxisScale& scale, int most) {
  const double from = std::log10(scale.low), to = std::log10(scale.high);
  // Every so many decades, so that no more than `most` are named.
  const double step = std::max(1.0, std::ceil((to - from) / std::max(most, 1)));
  const bool between = to - from < kFewDecades && (to - from) * 3 <= most;
  std::vector<AxisTick> ticks;
  for (double decade = std::floor(from + 1e-9); decade <= to + 1e-9; decade += step)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, decade);
      if (factor > 1 && !between) break;
      if (value >= scale.low * (1 - 1e-9) && value <= scale.high * (1 + 1e-9))
        ticks.push_back({value, short_number(value)});
    }
  return ticks;
}

}  // namespace

const char* name_of(SeriesSource source) {
  switch (source) {
    case SeriesSource::counted: return "counted";
    case SeriesSource::measured: return "measured";
    case SeriesSource::recorded: return "recorded";
    case SeriesSource::modelled: return "modelled";
    case SeriesSource::predicted: return "predicted";
  }
  return "";
}

std::string title_of(const ChartAxis& axis) {
  if (axis.unit.empty()) return axis.label;
  return axis.label.empty() ? axis.unit : fmt::format("{} ({})", axis.label, axis.unit);
}

std::vector<double> places_of(const Chart& chart) {
  std::vector<double> places;
  for (const ChartSeries& series : chart.series)
    for (const ChartPoint& point : series.points) places.push_back(point.x);
  for (size_t i = 0; i < chart.categories.size(); ++i) places.push_back(static_cast<double>(i));
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::string place_text(const Chart& chart, double x) {
  if (chart.categories.empty()) return short_number(x);
  const auto index = static_cast<std::ptrdiff_t>(std::lround(x));
  return index < 0 || index >= std::ssize(chart.categories)
             ? std::string()
             : chart.categories[static_cast<size_t>(index)];
}

double AxisScale::part(double value) const {
  if (!logarithmic) return (value - low) / (high - low);
  return value <= 0 ? 0 : std::log(value / low) / std::log(high / low);
}

double AxisScale::value(double part) const {
  return logarithmic ? low * std::pow(high / low, part) : low + (high - low) * part;
}

AxisScale x_scale(const Chart& chart) {
  // Every name has a room of its own.
  if (!chart.categories.empty())
    return {-0.5, static_cast<double>(chart.categories.size()) - 0.5, false};
  const bool logarithmic = chart.x.logarithmic;
  Extent extent;
  for (const double place : places_of(chart)) extent.take(place, logarithmic);
  AxisScale scale{0, 1, logarithmic};
  if (extent.is_empty()) {
    scale.low = 1;
    scale.high = 10;
  } else {
    scale.low = extent.low;
    scale.high = extent.high;
  }
  fix_ends(scale, chart.x);
  // Room for half a mark at both ends.
  const double low = scale.value(-kMargin), high = scale.value(1 + kMargin);
  return {low, high, logarithmic};
}

AxisScale y_scale(const Chart& chart) {
  Extent extent;
  const bool logarithmic = chart.y.logarithmic;
  for (const ChartSeries& series : chart.series)
    for (const ChartPoint& point : series.points) {
      extent.take(point.y, logarithmic);
      if (!point.has_range()) continue;
      extent.take(point.low, logarithmic);
      extent.take(point.high, logarithmic);
    }
  for (const ReferenceLine& line : chart.lines) extent.take(line.y, logarithmic);
  AxisScale scale;
  if (logarithmic) {
    scale = logarithmic_scale(extent);
  } else if (!extent.is_empty()) {
    // From nothing, so that twice as high is twice as much.
    scale.low = std::min(extent.low * kHeadroom, 0.0);
    scale.high = std::max(extent.high * kHeadroom, scale.low + 1e-12);
    if (scale.high <= 1e-12) scale.high = scale.low < 0 ? 0 : 1;
  }
  fix_ends(scale, chart.y);
  return scale;
}

bool name_stands_left(const Chart& chart, double level, double room) {
  const AxisScale scale = y_scale(chart);
  const auto is_near = [&](const ChartPoint& point) {
    return std::abs(scale.part(point.y) - scale.part(level)) < room;
  };
  bool left = false, right = false;
  for (const ChartSeries& series : chart.series)
    if (!series.points.empty()) {
      left = left || is_near(series.points.front());
      right = right || is_near(series.points.back());
    }
  return right && !left;
}

std::vector<AxisTick> ticks_of(const AxisScale& scale, int most) {
  if (scale.logarithmic) return logarithmic_ticks(scale, most);
  std::vector<AxisTick> ticks;
  for (const double value : ticks_between(scale.low, scale.high, most))
    ticks.push_back({value, short_number(value)});
  return ticks;
}

std::vector<double> ticks_between(double low, double high, int count) {
  std::vector<double> ticks;
  if (!(high > low) || count < 1) return ticks;
  const double rough = (high - low) / count, decade = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * decade;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= rough) {
      step = factor * decade;
      break;
    }
  for (double at = std::ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step)
    ticks.push_back(at + 0.0);  // no -0
  return ticks;
}

std::string bytes_text(double bytes) {
  constexpr double kMegabyte = 1e6;
  return bytes >= kMegabyte ? fmt::format("{:.1f} MB", bytes / kMegabyte)
                            : verdict::count_text(static_cast<uint64_t>(bytes)) + " bytes";
}

std::string short_number(double value) {
  struct Prefix {
    double factor;
    const char* sign;
  };
  constexpr Prefix kPrefixes[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}};
  for (const Prefix& prefix : kPrefixes)
    if (std::abs(value) >= prefix.factor)
      return fmt::format("{:.4g}{}", value / prefix.factor, prefix.sign);
  return verdict::amount_text(value, 3);
}

std::string value_text(double value, const std::string& unit) {
  if (unit == "us" && value >= 0) return verdict::microseconds_text(value);
  if (unit == "bytes" && value >= 0) return bytes_text(value);
  const std::string number =
      std::abs(value) >= 1e9 ? short_number(value) : verdict::amount_text(value);
  return unit.empty() ? number : number + " " + unit;
}

std::string point_text(const ChartPoint& point, SeriesSource source, const std::string& unit) {
  const std::string value = value_text(point.y, unit);
  if (point.has_range())
    return fmt::format("{} ({} to {}, {})", value, value_text(point.low, unit),
                       value_text(point.high, unit), name_of(source));
  return source == SeriesSource::counted ? value : fmt::format("{} ({})", value, name_of(source));
}

// ---- labels -------------------------------------------------------------------------------------

std::vector<bool> labels_with_room(const std::vector<float>& middles,
                                   const std::vector<float>& widths, float gap) {
  const size_t count = middles.size();
  std::vector<bool> kept(count, false);
  if (count == 0) return kept;
  const auto touch = [&](size_t a, size_t b) {
    return middles[a] + widths[a] / 2 + gap > middles[b] - widths[b] / 2;
  };
  size_t every = 1;
  for (; every < count; ++every) {
    bool fits = true;
    for (size_t i = every; i < count && fits; i += every) fits = !touch(i - every, i);
    if (fits) break;
  }
  size_t last = 0;
  for (size_t i = 0; i < count; i += every) kept[last = i] = true;
  if (last + 1 < count && !touch(last, count - 1)) kept[count - 1] = true;
  return kept;
}

std::vector<std::optional<float>> spread_labels(const std::vector<float>& wanted, float height,
                                                float from, float to) {
  std::vector<std::optional<float>> places(wanted.size());
  const auto room = static_cast<size_t>(std::max((to - from) / height, 0.0f));
  std::vector<size_t> order;
  for (size_t i = 0; i < std::min(wanted.size(), room); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
  // Downwards as far as needed, then back up from the end.
  float free_from = from;
  for (const size_t i : order) {
    places[i] = std::max(wanted[i], free_from);
    free_from = *places[i] + height;
  }
  float free_to = to - height;
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    places[*i] = std::min(*places[*i], free_to);
    free_to = *places[*i] - height;
  }
  return places;
}

// ---- as a table ---------------------------------------------------------------------------------

ChartTable table_of(const Chart& chart) {
  ChartTable table;
  table.head.push_back(title_of(chart.x));
  for (const ChartSeries& series : chart.series)
    table.head.push_back(series.source == SeriesSource::counted
                             ? series.name
                             : fmt::format("{} ({})", series.name, name_of(series.source)));
  for (const double place : places_of(chart)) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(place_text(chart, place));
    for (const ChartSeries& series : chart.series) {
      const auto point = std::find_if(series.points.begin(), series.points.end(),
                                      [&](const ChartPoint& one) { return one.x == place; });
      std::string& cell = row.emplace_back();
      if (point == series.points.end()) continue;
      cell = value_text(point->y, chart.y.unit);
      if (point->has_range())
        cell += fmt::format(" ({} to {})", value_text(point->low, chart.y.unit),
                            value_text(point->high, chart.y.unit));
    }
  }
  return table;
}

// ---- a curve by hand ----------------------------------------------------------------------------

bool HandCurve::is_empty() const {
  return std::none_of(y.begin(), y.end(), [](const auto& one) { return one.has_value(); });
}
bool HandCurve::is_whole() const {
  return !y.empty() &&
         std::all_of(y.begin(), y.end(), [](const auto& one) { return one.has_value(); });
}

HandCurve empty_curve(std::vector<double> x) {
  HandCurve curve;
  curve.y.resize(x.size());
  curve.x = std::move(x);
  return curve;
}

void draw_stroke(HandCurve& curve, const AxisScale& x, const AxisScale& y, const ChartPoint& from,
                 const ChartPoint& to) {
  const auto height_at = [&](double part) {
    const double along =
        to.x == from.x ? 1 : std::clamp((part - from.x) / (to.x - from.x), 0.0, 1.0);
    return rounded(y.value(std::clamp(from.y + (to.y - from.y) * along, 0.0, 1.0)));
  };
  size_t nearest = 0;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const double part = x.part(curve.x[i]);
    if (std::abs(part - to.x) < std::abs(x.part(curve.x[nearest]) - to.x)) nearest = i;
    if (part >= std::min(from.x, to.x) && part <= std::max(from.x, to.x))
      curve.y[i] = height_at(part);
  }
  if (!curve.x.empty()) curve.y[nearest] = height_at(to.x);
}

void nudge_point(HandCurve& curve, size_t point, double steps, const AxisScale& y) {
  double part = 0.5;
  if (curve.y[point]) part = y.part(*curve.y[point]) + steps / kSteps;
  else if (point > 0 && curve.y[point - 1]) part = y.part(*curve.y[point - 1]);
  else if (point + 1 < curve.y.size() && curve.y[point + 1]) part = y.part(*curve.y[point + 1]);
  curve.y[point] = rounded(y.value(std::clamp(part, 0.0, 1.0)));
}

ChartSeries series_of(const HandCurve& curve, std::string name) {
  ChartSeries series{std::move(name), SeriesSource::predicted, {}};
  for (size_t i = 0; i < curve.x.size(); ++i)
    if (curve.y[i]) series.points.push_back({curve.x[i], *curve.y[i]});
  return series;
}

}  // namespace warplab::app
