#pragma once
// An experiment as its folder describes it (experiment.toml): kernels that are there, parameters
// with their values, what is shown against them, what the student predicts before it is shown, and
// what the text claims. Nothing is graded. docs/EXPERIMENTS.md describes every key.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/special_members.hpp"
#include "exercise/exercise.hpp"
#include "experiment/prediction.hpp"
#include "experiment/time_line.hpp"

namespace warplab::experiment {

// One value of a parameter, and what every expression of the file sees of it: { s = 8 }, or for a
// value with a label of its own several names, { block_w = 32, block_h = 8 }. A parameter of texts
// is its value's number, from 0.
struct ParameterValue {
  std::string label;  // "8", "32 x 8", "one thread a row"
  exercise::Values names;
};

// A slider, or a list to choose from.
struct Parameter {
  std::string name;   // "s"
  std::string title;  // "Stride"; the name where none is given
  std::string unit;   // "elements"; may be empty
  std::vector<ParameterValue> values;
  size_t start = 0;        // the value that is chosen before somebody moves it
  bool is_number = false;  // its values are whole numbers, each larger than the one before
  int64_t number(size_t value) const { return values[value].names.at(name); }  // where is_number
};
inline constexpr size_t kMostParameters = 8;
inline constexpr size_t kMostValues = 64;

// A choice of one value for each parameter: indices into Parameter::values, in the order of
// Experiment::parameters.
using Point = std::vector<size_t>;

// Where a number comes from: counted by the simulator, or a time. A time is measured where there is
// a GPU and modelled elsewhere.
enum class SeriesKind : uint8_t { counted, timed };

// A number for each point.
struct Series {
  std::string name;   // "sectors"
  std::string title;  // "Sectors a request"
  std::string unit;   // "sectors"; may be empty
  // Over counters, sizes, parameters, extents of buffers and, of a timed one, kTimedNames.
  exercise::MetricExpression metric;
  SeriesKind kind = SeriesKind::counted;
  int launch = -1;  // counters and times of this launch only, an index into the rig's; -1: all
  enum class Shown : uint8_t { chart, table };
  Shown shown = Shown::chart;
  // Series of one chart have one axis; a series alone has a chart of its own name.
  std::string chart;
  std::optional<double> low, high;  // of its axis; none: from 0 to what there is
  bool logarithmic = false;         // the axis of values; not where `low` is 0 or less
};
inline constexpr size_t kMostSeries = 16;

// A level to compare with, across a chart: a number that is known, or a metric at one point.
struct Line {
  std::string name;   // "the memory's peak"
  std::string chart;  // Series::chart, whose axis it stands on
  std::optional<double> value;
  // Where there is no `value`: a metric as of a series, where the sliders stand or at `at`.
  exercise::MetricExpression metric;
  SeriesKind kind = SeriesKind::counted;
  int launch = -1;
  std::optional<Point> at;
};
inline constexpr size_t kMostLines = 8;

// What a series of times may name beside counters; whole numbers all of them.
inline constexpr std::string_view kTimedNames[] = {
    "time_ns",          // of the launches, measured or modelled
    "peak_mbps",        // of the GPU's memory: most that reads and writes together reach, MB/s
    "resident_warps",   // of one multiprocessor, as counted for the launch that takes longest
    "most_warps",       // that one multiprocessor holds
    "resident_blocks",  // of one multiprocessor
    "registers",        // a thread, as the compiler allots them
};

// What the text says of a number, proved by `grader check`.
struct Claim {
  std::string text;  // the sentence
  size_t line = 0;   // in experiment.toml
  // What is compared: a series, by its place, or an expression of its own.
  exercise::MetricExpression metric;
  SeriesKind kind = SeriesKind::counted;
  int launch = -1;
  std::string metric_text;  // as the file says it: "sectors"
  std::vector<Point> at;    // it must hold at each of these
  // The value is divided by that at another point, or by the least or greatest of the sweep.
  enum class Relative : uint8_t { none, point, least, greatest };
  Relative relative = Relative::none;
  Point to;                        // of Relative::point
  std::optional<double> min, max;  // inclusive; equal where the file says `is`
};

// One run that is recorded as spans on an axis of time (timing-trap, allocation-cache).
struct ShownTimeLine {
  std::string name;   // that of a run in the recordings: "without waiting"
  std::string title;  // "Timed without waiting"
  // The note with what the program's clock said, which it reads before its first call and after so
  // long: it is marked. Empty: there is none.
  std::string clock;
};

struct Experiment {
  std::filesystem::path folder;  // exercises/21-stride
  std::string slug;              // "stride"
  int order = 0;                 // 21: its place among the exercises
  std::string title, module;
  // The kernels, sizes, buffers, launches, views, headers and statement, in the form that
  // everything which runs exercises takes. Empty launches: the experiment has time lines only.
  // `rig.student_file` is the file of the kernels.
  exercise::Exercise rig;
  std::vector<Parameter> parameters;
  // What is on the horizontal axis, and of what there is one curve for each value: indices into
  // `parameters`. All others stay where they are.
  std::optional<size_t> swept, curves;
  std::vector<Series> series;
  std::vector<Line> lines;
  std::string gpu =
      "Tesla T4";  // whose model gives times, by its own name, unless another is asked
  std::vector<Prediction> predictions;
  std::vector<Claim> claims;
  std::vector<ShownTimeLine> time_lines;
  // The buffer whose first load by a warp is shown as lanes over sectors; empty: none is.
  std::string lanes;
  std::string recorder;  // what records time lines live, by its name in the recorder; may be empty
  std::vector<Recording> recordings;  // of the folder's recorded-*.json, by file name

  bool has_launches() const { return !rig.launches.empty(); }
  bool has_times() const;                                   // a series of times
  const Series* series_named(std::string_view name) const;  // null: there is none
  WARPLAB_SPECIAL_MEMBERS(Experiment);
};

// Every parameter's start.
Point start_of(const Experiment& experiment);
// What expressions see at a point: the names of all parameters' values.
exercise::Values values_at(const Experiment& experiment, const Point& point);
// "s = 8, kernel = one thread a row"; of one parameter "s = 8".
std::string label_of(const Experiment& experiment, const Point& point);
// The points of a sweep from `around`, one row for each curve; where nothing is swept, one point.
std::vector<std::vector<Point>> sweep_of(const Experiment& experiment, const Point& around);
// The value that is written so: its label, or the number. The Error lists those there are.
Result<size_t> value_named(const Parameter& parameter, std::string_view text);

// Reads FOLDER/experiment.toml. The error names the file, line and key, and what was expected.
Result<Experiment> load(const std::filesystem::path& folder);
// The same from the text of experiment.toml; `folder` gives the slug and holds the other files.
Result<Experiment> load_from_text(std::string_view text, const std::filesystem::path& folder);

// Every experiment below `folder`, the one that holds the exercises, in course order: folders with
// an experiment.toml. One that does not load is an Error in its place. None is no error.
struct Entry {
  std::filesystem::path folder;
  Result<Experiment> experiment;
};
Result<std::vector<Entry>> load_all(const std::filesystem::path& folder);

}  // namespace warplab::experiment
