// [[prediction]]: what the student says before the answer is shown.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/spelling.hpp"
#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

struct PredictionName {
  std::string_view name;
  Prediction::Kind kind;
};
constexpr PredictionName kPredictionNames[] = {
    {"number", Prediction::Kind::number},
    {"order", Prediction::Kind::order},
    {"choice", Prediction::Kind::choice},
    {"curve", Prediction::Kind::curve},
};

// Equal numbers of counters are meant exactly; a drawn curve is not.
constexpr double kCurveTolerance = 0.25;

bool read_kind(const TomlTable& table, Prediction& prediction) {
  const std::string kind = table.required_text("kind", "number");
  std::vector<std::string_view> known;
  for (const PredictionName& row : kPredictionNames) {
    known.push_back(row.name);
    if (row.name != kind) continue;
    prediction.kind = row.kind;
    return true;
  }
  if (!kind.empty())
    table.problem("kind", fmt::format("\"{}\" is no kind of prediction; there are {}", kind,
                                      exercise::quoted_list(known)));
  return false;
}

// Keys that belong to some kinds only.
void check_keys(const TomlTable& table, Prediction::Kind kind) {
  table.allow_only({"name", "kind", "question", "series", "at", "points", "options", "answer",
                    "tolerance", "judged", "right", "wrong", "said"});
  const auto refuse = [&](std::initializer_list<const char*> keys, const char* what) {
    for (const char* key : keys)
      if (table.has(key)) table.problem(key, fmt::format("does not belong to {}", what));
  };
  switch (kind) {
    case Prediction::Kind::number:
    case Prediction::Kind::curve:
      refuse({"points", "options", "answer", "said"}, "a number or a curve");
      break;
    case Prediction::Kind::order:
      refuse({"at", "options", "answer", "said"}, "an order, whose answer the run gives");
      break;
    case Prediction::Kind::choice:
      refuse({"at", "points", "series", "tolerance"}, "a choice, whose answer the file names");
      break;
  }
}

void read_choice(const TomlTable& table, Prediction& prediction) {
  prediction.options = table.texts("options");
  if (prediction.options.size() < 2 || prediction.options.size() > kMostOptions) {
    if (!table.problems().any())
      table.problem("options", fmt::format("expected a list of 2 to {} texts", kMostOptions));
    return;
  }
  const std::string answer = table.required_text("answer", prediction.options.front());
  const auto found = std::find(prediction.options.begin(), prediction.options.end(), answer);
  if (found == prediction.options.end()) {
    if (!answer.empty())
      table.problem("answer", fmt::format("\"{}\" is none of \"options\"", answer));
    return;
  }
  prediction.answer = static_cast<size_t>(found - prediction.options.begin());
  prediction.said = table.texts("said");
  if (!prediction.said.empty() && prediction.said.size() != prediction.options.size())
    table.problem("said", fmt::format("has {} sentences for {} options; expected one for each",
                                      prediction.said.size(), prediction.options.size()));
}

void read_order(const TomlTable& table, const Experiment& experiment, Prediction& prediction) {
  prediction.points = read_points(table, "points", experiment);
  if (prediction.points.size() < 2 || prediction.points.size() > kMostOptions) {
    if (!table.problems().any())
      table.problem("points",
                    fmt::format("expected 2 to {} points to be put in order", kMostOptions));
    return;
  }
  // What all of them share need not be said each time.
  for (const Point& point : prediction.points) {
    std::string label;
    for (size_t i = 0; i < point.size(); ++i) {
      const bool same = std::all_of(prediction.points.begin(), prediction.points.end(),
                                    [&](const Point& other) { return other[i] == point[i]; });
      if (same) continue;
      const Parameter& parameter = experiment.parameters[i];
      const std::string& value = parameter.values[point[i]].label;
      label +=
          fmt::format("{}{}", label.empty() ? "" : ", ",
                      parameter.is_number ? fmt::format("{} = {}", parameter.name, value) : value);
    }
    if (std::find(prediction.options.begin(), prediction.options.end(), label) !=
        prediction.options.end())
      table.problem("points", "has a point twice");
    prediction.options.push_back(std::move(label));
  }
}

Prediction read_prediction(const TomlTable& table, const Experiment& experiment) {
  Prediction prediction;
  if (!read_kind(table, prediction)) return prediction;
  const Prediction::Kind kind = prediction.kind;
  check_keys(table, kind);
  prediction.name = table.required_text("name", "sectors at 8");
  prediction.question = table.required_text("question", "How many sectors does a request need?");
  // A choice may have a sentence for each option instead.
  const bool has_said = kind == Prediction::Kind::choice && table.has("said");
  const auto outcome = [&](std::string_view key, std::string_view example) {
    return has_said ? table.text(key) : table.required_text(key, example);
  };
  prediction.right = outcome("right", "Each lane has a sector of its own.");
  prediction.wrong = outcome("wrong", "Count the bytes between two lanes.");
  if (kind == Prediction::Kind::choice) {
    read_choice(table, prediction);
    return prediction;
  }
  prediction.series = read_series_name(table, "series", experiment).value_or(0);
  const data::Tolerance usual{0, kind == Prediction::Kind::curve ? kCurveTolerance : 0};
  prediction.tolerance = exercise::tolerance_of(table, usual);
  if (kind == Prediction::Kind::order) {
    read_order(table, experiment, prediction);
    return prediction;
  }
  if (table.has("judged")) {
    prediction.by_shape = table.text("judged") == "shape";
    if (!prediction.by_shape || kind != Prediction::Kind::curve)
      table.problem("judged", "expected \"shape\", of a curve");
    if (prediction.tolerance.absolute > 0)
      table.problem("tolerance", "of a shape is relative: expected { relative = 0.25 }");
  }
  prediction.at = read_point(table, "at", experiment);
  if (kind == Prediction::Kind::curve && !experiment.swept)
    table.problem("kind", "is \"curve\", and nothing is swept: expected \"sweep\" in the file");
  return prediction;
}

}  // namespace

std::vector<Prediction> read_predictions(const TomlTable& root, const Experiment& experiment) {
  std::vector<Prediction> all;
  for (const TomlTable& table : root.tables("prediction")) {
    all.push_back(read_prediction(table, experiment));
    for (size_t i = 0; i + 1 < all.size(); ++i)
      if (all[i].name == all.back().name && !all[i].name.empty())
        table.problem("name", fmt::format("\"{}\" names two predictions; expected names of their "
                                          "own",
                                          all[i].name));
  }
  if (all.size() > kMostPredictions)
    root.problem("prediction", fmt::format("there are {} predictions; an experiment may have {}",
                                           all.size(), kMostPredictions));
  return all;
}

}  // namespace warplab::experiment
