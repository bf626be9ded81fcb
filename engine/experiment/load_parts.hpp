#pragma once
// The parts of experiment.toml, each read by a file of its own. They note what is wrong in the
// table's Problems and return what they could read. Only this room includes this header.
#include <vector>

#include "exercise/rig.hpp"
#include "exercise/toml_reader.hpp"
#include "experiment/experiment.hpp"

namespace warplab::experiment {

using exercise::TomlTable;

// load_parameters.cpp: [[parameter]], "sweep" and "curves".
std::vector<Parameter> read_parameters(const TomlTable& root);
void read_sweep(const TomlTable& root, Experiment& experiment);

// load_points.cpp: { s = 8 }, { s = [8, 16] } or a list of such tables. What a table does not name
// is at its start.
std::vector<Point> read_points(const TomlTable& table, std::string_view key,
                               const Experiment& experiment);
Point read_point(const TomlTable& table, std::string_view key, const Experiment& experiment);

// load_series.cpp: [[series]], and the metric of one, or of a claim.
struct Metric {
  exercise::MetricExpression expression;
  SeriesKind kind = SeriesKind::counted;
  int launch = -1;
};
std::optional<Metric> read_metric(const TomlTable& table, const Experiment& experiment);
// The same where the metric may also be the name of a series of the experiment.
std::optional<Metric> read_series_or_metric(const TomlTable& table, const Experiment& experiment);
std::vector<Series> read_series(const TomlTable& root, const Experiment& experiment);
// The series that `key` names; notes one that is not there.
std::optional<size_t> read_series_name(const TomlTable& table, std::string_view key,
                                       const Experiment& experiment);

// [[line]]: a number, a series or a metric of its own; after the series.
std::vector<Line> read_lines(const TomlTable& root, const Experiment& experiment);

// load_predictions.cpp: [[prediction]].
std::vector<Prediction> read_predictions(const TomlTable& root, const Experiment& experiment);

// load_claims.cpp: [[claim]].
std::vector<Claim> read_claims(const TomlTable& root, const Experiment& experiment);

}  // namespace warplab::experiment
