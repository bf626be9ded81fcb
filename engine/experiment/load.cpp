// experiment.toml as a whole. docs/EXPERIMENTS.md describes every key.
#include <fmt/format.h>

#include <algorithm>

#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "experiment.toml";
// As many as this are all tried when the file is read; of more, each value beside the starts.
constexpr size_t kMostTriedPoints = 512;

exercise::Values names_at_start(const std::vector<Parameter>& parameters) {
  exercise::Values values;
  for (const Parameter& parameter : parameters)
    values.insert(parameter.values[parameter.start].names.begin(),
                  parameter.values[parameter.start].names.end());
  return values;
}

// Every choice of values, or, where there are too many, the starts with each value in turn.
std::vector<Point> points_to_try(const Experiment& experiment) {
  size_t all = 1;
  for (const Parameter& parameter : experiment.parameters)
    all = std::min(all * parameter.values.size(), kMostTriedPoints + 1);
  std::vector<Point> points = {start_of(experiment)};
  for (size_t i = 0; i < experiment.parameters.size(); ++i) {
    const size_t known = all <= kMostTriedPoints ? points.size() : 1;
    for (size_t k = 0; k < known; ++k)
      for (size_t value = 0; value < experiment.parameters[i].values.size(); ++value) {
        if (value == experiment.parameters[i].start) continue;
        points.push_back(points[k]);
        points.back()[i] = value;
      }
  }
  return points;
}

// So that an experiment that loads can be run.
void check_points(const TomlTable& root, const Experiment& experiment) {
  for (const Point& point : points_to_try(experiment)) {
    const exercise::Variant variant{"default", values_at(experiment, point)};
    for (const exercise::SizeSet& size : experiment.rig.sizes) {
      const Result<exercise::Case> made =
          exercise::instantiate(experiment.rig, size, variant, experiment.rig.check_seeds.front());
      std::string wrong;
      if (!made) wrong = made.error();
      else if (made->launches.empty()) wrong = "no launch is made: every \"when\" is 0";
      if (wrong.empty()) continue;
      const std::string where = label_of(experiment, point);
      root.problem("launch", fmt::format("with {}{}{}: {}", size.label, where.empty() ? "" : ", ",
                                         where, wrong));
      return;
    }
  }
}

std::vector<ShownTimeLine> read_time_lines(const TomlTable& root) {
  std::vector<ShownTimeLine> all;
  for (const TomlTable& table : root.tables("time_line")) {
    table.allow_only({"name", "title", "clock"});
    ShownTimeLine shown;
    shown.name = table.required_text("name", "without waiting");
    shown.title = table.text("title", shown.name);
    shown.clock = table.text("clock");
    for (const ShownTimeLine& other : all)
      if (other.name == shown.name)
        table.problem("name", fmt::format("\"{}\" names two time lines", shown.name));
    all.push_back(std::move(shown));
  }
  return all;
}

// What experiments must show to be one.
void check_shows_something(const TomlTable& root, const Experiment& experiment) {
  if (experiment.series.empty() && experiment.time_lines.empty() && experiment.rig.views.empty())
    root.problem("series",
                 "is missing, and nothing else is shown; expected a [[series]], a [[view]] or a "
                 "[[time_line]]");
  if (!experiment.series.empty() && experiment.parameters.empty())
    root.problem("parameter", "is missing; expected at least one [[parameter]] to move");
  if (experiment.predictions.empty())
    root.problem("prediction",
                 "is missing; expected what the student says before the answer is shown");
}

Result<Experiment> read_experiment(const TomlTable& root, Experiment experiment) {
  exercise::Problems& problems = root.problems();
  root.allow_only({"title", "module", "file", "statement", "gpu", "sweep", "curves", "recorder",
                   "sizes", "parameter", "buffer", "launch", "view", "series", "line", "prediction",
                   "claim", "time_line", "lanes"});
  experiment.title = root.required_text("title", "A stride");
  experiment.module = root.required_text("module", "Coalescing");
  experiment.parameters = read_parameters(root);
  if (problems.any()) return problems.first();
  experiment.rig.title = experiment.title;
  experiment.rig.module = experiment.module;
  const bool has_kernels = root.has("file") || root.has("launch");
  if (has_kernels) exercise::read_rig(root, names_at_start(experiment.parameters), experiment.rig);
  else
    experiment.rig.statement_file = exercise::read_file_name(
        root, "statement", root.text("statement", "statement.md"), ".md", experiment.folder);
  if (problems.any()) return problems.first();
  read_sweep(root, experiment);
  experiment.gpu = root.text("gpu", experiment.gpu);
  experiment.recorder = root.text("recorder");
  experiment.lanes = root.text("lanes");
  const auto is_shown = [&](const exercise::Buffer& b) { return b.name == experiment.lanes; };
  if (!experiment.lanes.empty() && std::ranges::none_of(experiment.rig.buffers, is_shown))
    root.problem("lanes", fmt::format("\"{}\" is no buffer", experiment.lanes));
  experiment.time_lines = read_time_lines(root);
  if (problems.any()) return problems.first();
  experiment.series = read_series(root, experiment);
  if (problems.any()) return problems.first();
  experiment.lines = read_lines(root, experiment);
  experiment.predictions = read_predictions(root, experiment);
  experiment.claims = read_claims(root, experiment);
  if (problems.any()) return problems.first();
  check_shows_something(root, experiment);
  if (has_kernels) check_points(root, experiment);
  if (problems.any()) return problems.first();
  return experiment;
}

// recorded-*.json, by name.
Result<std::vector<Recording>> read_recordings(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with("recorded-") && name.ends_with(".json")) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Recording> recordings;
  for (const fs::path& file : files) {
    Result<Recording> recording = load_recording(file);
    if (!recording) return Error{recording.error()};
    recordings.push_back(std::move(*recording));
  }
  return recordings;
}

}  // namespace

bool Experiment::has_times() const {
  return std::any_of(series.begin(), series.end(),
                     [](const Series& one) { return one.kind == SeriesKind::timed; });
}

const Series* Experiment::series_named(std::string_view name) const {
  const auto found = std::find_if(series.begin(), series.end(),
                                  [&](const Series& one) { return one.name == name; });
  return found == series.end() ? nullptr : &*found;
}

Point start_of(const Experiment& experiment) {
  Point point;
  for (const Parameter& parameter : experiment.parameters) point.push_back(parameter.start);
  return point;
}

exercise::Values values_at(const Experiment& experiment, const Point& point) {
  exercise::Values values;
  for (size_t i = 0; i < experiment.parameters.size(); ++i) {
    const exercise::Values& names = experiment.parameters[i].values[point[i]].names;
    values.insert(names.begin(), names.end());
  }
  return values;
}

std::string label_of(const Experiment& experiment, const Point& point) {
  std::string label;
  for (size_t i = 0; i < experiment.parameters.size(); ++i)
    label += fmt::format("{}{} = {}", label.empty() ? "" : ", ", experiment.parameters[i].name,
                         experiment.parameters[i].values[point[i]].label);
  return label;
}

std::vector<std::vector<Point>> sweep_of(const Experiment& experiment, const Point& around) {
  const auto values_of = [&](const std::optional<size_t>& parameter) {
    return parameter ? experiment.parameters[*parameter].values.size() : 1;
  };
  std::vector<std::vector<Point>> rows(values_of(experiment.curves));
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t i = 0; i < values_of(experiment.swept); ++i) {
      Point point = around;
      if (experiment.curves) point[*experiment.curves] = row;
      if (experiment.swept) point[*experiment.swept] = i;
      rows[row].push_back(std::move(point));
    }
  return rows;
}

Result<Experiment> load_from_text(std::string_view text, const fs::path& folder) {
  const std::string file = (folder / kFileName).string();
  Experiment experiment;
  experiment.folder = folder;
  if (const Result<bool> named = exercise::read_folder_name(folder, file, experiment.rig); !named)
    return Error{named.error()};
  experiment.slug = experiment.rig.slug;
  experiment.order = experiment.rig.order;
  const Result<toml::table> document = exercise::parse_toml(text, file);
  if (!document) return Error{document.error()};
  exercise::Problems problems(file);
  Result<Experiment> loaded =
      read_experiment(TomlTable(*document, "", problems), std::move(experiment));
  if (!loaded) return loaded;
  if (const Result<bool> finished = exercise::finish_rig(text, loaded->rig); !finished)
    return Error{finished.error()};
  Result<std::vector<Recording>> recordings = read_recordings(folder);
  if (!recordings) return Error{recordings.error()};
  loaded->recordings = std::move(*recordings);
  return loaded;
}

Result<Experiment> load(const fs::path& folder) {
  const Result<std::string> text = exercise::description_text(folder / kFileName, "experiment");
  if (!text) return Error{text.error()};
  return load_from_text(*text, folder);
}

Result<std::vector<Entry>> load_all(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    // A folder that is an exercise, too, is told as one that is broken (exercise::load_all()).
    if (fs::is_directory(at->path(), ignored) &&
        fs::exists(fs::symlink_status(at->path() / kFileName, ignored)) &&
        !fs::exists(fs::symlink_status(at->path() / "exercise.toml", ignored)))
      folders.push_back(at->path());
  }
  if (error)
    return Error{
        fmt::format("the folder \"{}\" cannot be read: {}", folder.string(), error.message())};
  std::sort(folders.begin(), folders.end());
  std::vector<Entry> entries;
  for (const fs::path& path : folders) entries.push_back({path, load(path)});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return (a.experiment ? a.experiment->order : INT32_MAX) <
           (b.experiment ? b.experiment->order : INT32_MAX);
  });
  return entries;
}

}  // namespace warplab::experiment
