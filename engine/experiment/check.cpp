#include "experiment/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/judge.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/result/number_text.hpp"
#include "words/text.hpp"

namespace warplab::experiment {
namespace {

using verdict::CheckItem;
using ItemOutcome = CheckItem::Outcome;

// What rounding of doubles may do to a ratio that is claimed exactly.
constexpr double kRounding = 1e-9;

// A value is shown with as many digits as a claim has.
std::string figure(double value) {
  if (value == 0 || value == std::round(value)) return verdict::number_text(value);
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return verdict::number_text(std::round(value / unit) * unit);
}

std::string wanted_by(const Claim& claim) {
  if (claim.min && claim.max && *claim.min == *claim.max)
    return fmt::format("{} is claimed", figure(*claim.min));
  if (claim.min && claim.max)
    return fmt::format("{} to {} is claimed", figure(*claim.min), figure(*claim.max));
  return claim.min ? fmt::format("at least {} is claimed", figure(*claim.min))
                   : fmt::format("at most {} is claimed", figure(*claim.max));
}

// The number that is compared: the value itself, or its ratio to another one.
Result<double> compared_value(Runner& runner, const Experiment& experiment, const Claim& claim,
                              const Point& point, const std::atomic<bool>* cancel) {
  const auto value_at = [&](const Point& at) -> Result<double> {
    const Result<SeriesValue> value = runner.value(claim, at, cancel);
    if (!value) return Error{value.error()};
    if (value->value) return *value->value;
    return Error{
        fmt::format("at {} it has no value: {}", label_of(experiment, at), value->why_not)};
  };
  const Result<double> own = value_at(point);
  if (!own || claim.relative == Claim::Relative::none) return own;
  double other = 0;
  if (claim.relative == Claim::Relative::point) {
    const Result<double> to = value_at(claim.to);
    if (!to) return to;
    other = *to;
  } else {
    // The curve that the point is on.
    const std::vector<std::vector<Point>> rows = sweep_of(experiment, point);
    bool first = true;
    for (const Point& at : rows[experiment.curves ? point[*experiment.curves] : 0]) {
      const Result<double> one = value_at(at);
      if (!one) return one;
      const bool is_beyond = claim.relative == Claim::Relative::least ? *one < other : *one > other;
      if (first || is_beyond) other = *one;
      first = false;
    }
  }
  if (other == 0) return Error{"it would be divided by 0, the value that it is compared with"};
  return *own / other;
}

std::string compared_text(const Experiment& experiment, const Claim& claim) {
  switch (claim.relative) {
    case Claim::Relative::none: return "";
    case Claim::Relative::point:
      return fmt::format(" times that at {}", label_of(experiment, claim.to));
    case Claim::Relative::least: return " times the least of the sweep";
    case Claim::Relative::greatest: return " times the greatest of the sweep";
  }
  return "";
}

CheckItem check_statement(const Experiment& experiment) {
  const bool has_text =
      static_cast<bool>(verdict::read_source(experiment.folder / experiment.rig.statement_file));
  return {"statement", has_text ? ItemOutcome::passed : ItemOutcome::failed,
          fmt::format("{} is {}.", experiment.rig.statement_file,
                      has_text ? "there" : "missing or empty")};
}

// The kernels at the start of each curve, with everything that is looked for in a student's.
CheckItem check_kernels(const Experiment& experiment, Runner& runner,
                        const std::atomic<bool>* cancel) {
  CheckItem item{experiment.rig.student_file, ItemOutcome::passed,
                 "The kernels compile and do nothing that a kernel may not."};
  for (const std::vector<Point>& row : sweep_of(experiment, start_of(experiment))) {
    const Result<PointResult> ran = runner.run(row.front(), cancel);
    if (ran && ran->findings.empty()) continue;
    item.outcome = ItemOutcome::failed;
    item.message = ran ? fmt::format("At {}: {}", ran->where, words::text_of(ran->findings.front()))
                       : ran.error();
    return item;
  }
  return item;
}

CheckItem check_prediction(Runner& runner, const Experiment& experiment,
                           const Prediction& prediction, const std::atomic<bool>* cancel) {
  CheckItem item{fmt::format("prediction \"{}\"", prediction.name), ItemOutcome::passed, ""};
  const Result<Answer> answer = answer_of(runner, experiment, prediction, cancel);
  if (!answer) {
    item.outcome = ItemOutcome::failed;
    item.message = "It has no answer: " + answer.error();
    return item;
  }
  switch (prediction.kind) {
    case Prediction::Kind::number: item.message = figure(answer->right.number); break;
    case Prediction::Kind::choice: item.message = prediction.options[answer->right.choice]; break;
    case Prediction::Kind::order:
      for (const size_t i : answer->right.order)
        item.message += fmt::format("{}{} ({})", item.message.empty() ? "" : ", ",
                                    prediction.options[i], figure(answer->values[i]));
      break;
    case Prediction::Kind::curve:
      for (const double value : answer->right.curve)
        item.message += fmt::format("{}{}", item.message.empty() ? "" : ", ", figure(value));
      break;
  }
  return item;
}

// Each recording must have what is shown of it.
void check_time_lines(const Experiment& experiment, std::vector<CheckItem>& items) {
  if (experiment.time_lines.empty()) return;
  if (experiment.recordings.empty())
    items.push_back({"time lines", ItemOutcome::remark,
                     "There is no recorded-*.json yet; the window says that none is there."});
  for (const Recording& recording : experiment.recordings) {
    CheckItem item{recording.file, ItemOutcome::passed,
                   fmt::format("Recorded on {}, {}, driver {}.", recording.gpu, recording.date,
                               recording.driver)};
    for (const ShownTimeLine& shown : experiment.time_lines)
      if (!recording.run_named(shown.name)) {
        item.outcome = ItemOutcome::failed;
        item.message =
            fmt::format("It has no run \"{}\", which experiment.toml shows.", shown.name);
      }
    items.push_back(std::move(item));
  }
}

}  // namespace

CheckItem check_claim(Runner& runner, const Experiment& experiment, const Claim& claim,
                      const std::atomic<bool>* cancel) {
  CheckItem item{fmt::format("experiment.toml:{}", claim.line), ItemOutcome::passed, claim.text};
  double least = 0, most = 0;
  for (size_t i = 0; i < claim.at.size(); ++i) {
    const Result<double> value = compared_value(runner, experiment, claim, claim.at[i], cancel);
    const auto fail = [&](const std::string& why) {
      item.outcome = ItemOutcome::failed;
      item.message = fmt::format("\"{}\" is not so: {}.", claim.text, why);
    };
    if (!value) {
      fail(value.error());
      return item;
    }
    const double slack = kRounding * std::abs(*value);
    if ((claim.min && *value < *claim.min - slack) || (claim.max && *value > *claim.max + slack)) {
      fail(fmt::format("at {} \"{}\" is {}{}, and {}", label_of(experiment, claim.at[i]),
                       claim.metric_text, figure(*value), compared_text(experiment, claim),
                       wanted_by(claim)));
      return item;
    }
    least = i == 0 ? *value : std::min(least, *value);
    most = i == 0 ? *value : std::max(most, *value);
  }
  item.message += least == most ? fmt::format(" ({})", figure(least))
                                : fmt::format(" ({} to {})", figure(least), figure(most));
  return item;
}

verdict::ExerciseCheck check(const Experiment& experiment, const RunOptions& options,
                             const std::atomic<bool>* cancel,
                             const std::function<void(double)>& progress) {
  verdict::ExerciseCheck check;
  check.slug = experiment.slug;
  check.title = experiment.title;
  check.items.push_back(check_statement(experiment));
  check_time_lines(experiment, check.items);
  std::string source;
  if (experiment.has_launches()) {
    Result<std::string> read = kernels_of(experiment);
    if (!read) {
      check.items.push_back({experiment.rig.student_file, ItemOutcome::failed, read.error()});
      return check;
    }
    source = std::move(*read);
    RunOptions exact = options;
    exact.exact = true;
    exact.gpu.reset();
    Runner looks_at_all(experiment, source, exact);
    check.items.push_back(check_kernels(experiment, looks_at_all, cancel));
  }
  Runner runner(experiment, source, options);
  double done = 0;
  const auto all = static_cast<double>(experiment.claims.size() + experiment.predictions.size());
  const auto add = [&](CheckItem item) {
    check.items.push_back(std::move(item));
    if (progress) progress(++done / all);
    if (!cancel || !*cancel) return true;
    check.items.push_back({"check", ItemOutcome::failed, "The check was interrupted."});
    check.grader_failed = true;
    return false;
  };
  for (const Claim& claim : experiment.claims)
    if (!add(check_claim(runner, experiment, claim, cancel))) return check;
  for (const Prediction& prediction : experiment.predictions)
    if (!add(check_prediction(runner, experiment, prediction, cancel))) return check;
  if (experiment.claims.empty() && experiment.has_launches())
    check.items.push_back(
        {"claims", ItemOutcome::remark,
         "There is no [[claim]]; one for each number of the text keeps it true."});
  return check;
}

}  // namespace warplab::experiment
