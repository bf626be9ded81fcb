#include "experiment/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "verdict/result/number_text.hpp"

namespace warplab::experiment {
namespace {

using Kind = Prediction::Kind;

bool is_near(double said, double right, const data::Tolerance& tolerance) {
  return std::abs(said - right) <= tolerance.absolute + tolerance.relative * std::abs(right);
}

Result<double> value_at(Runner& runner, const Experiment& experiment, const Prediction& prediction,
                        const Point& point, const std::atomic<bool>* cancel) {
  const Result<PointResult> ran = runner.run(point, cancel);
  if (!ran) return Error{ran.error()};
  const SeriesValue& value = ran->values.at(prediction.series);
  if (value.value) return *value.value;
  return Error{fmt::format("{} has no value at {}: {}", experiment.series[prediction.series].title,
                           ran->where, value.why_not)};
}

// Places whose values may stand in any order among each other count as equal: said is right where
// every value stands behind all that are clearly smaller.
std::vector<bool> places_right(const Prediction& prediction, const Predicted& said,
                               const Answer& answer) {
  std::vector<bool> right(said.order.size(), true);
  for (size_t i = 0; i < said.order.size(); ++i)
    for (size_t k = i + 1; k < said.order.size(); ++k) {
      const double before = answer.values[said.order[i]], behind = answer.values[said.order[k]];
      const double larger = std::max(std::abs(before), std::abs(behind));
      const double equal = prediction.tolerance.absolute + prediction.tolerance.relative * larger;
      if (before - behind > equal) right[i] = right[k] = false;
    }
  return right;
}

// The geometric mean, which one point that is off moves little; 0 where a value is not positive.
double middle_of(const std::vector<double>& values) {
  double logarithms = 0;
  for (const double value : values) {
    if (!(value > 0)) return 0;
    logarithms += std::log(value);
  }
  return std::exp(logarithms / static_cast<double>(std::max<size_t>(values.size(), 1)));
}

// What was drawn, as high as the right curve where only its shape counts.
std::vector<double> as_judged(const Prediction& prediction, const Predicted& said,
                              const Answer& answer) {
  std::vector<double> curve = said.curve;
  const double drawn = middle_of(curve), right = middle_of(answer.right.curve);
  if (prediction.by_shape && drawn > 0 && right > 0)
    for (double& y : curve) y *= right / drawn;
  return curve;
}

std::string with_outcome(const Prediction& prediction, bool right, const std::string& found) {
  const std::string& said = right ? prediction.right : prediction.wrong;
  return fmt::format("{}{}{}", found, found.empty() || said.empty() ? "" : " ", said);
}

std::string near_enough(const std::vector<bool>& right_at) {
  const auto right = std::count(right_at.begin(), right_at.end(), true);
  return fmt::format("{} of {} places {} near enough.", right, right_at.size(),
                     right == 1 ? "is" : "are");
}

std::string order_text(const Prediction& prediction, const std::vector<size_t>& order) {
  std::string text;
  for (const size_t i : order)
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", prediction.options[i]);
  return text;
}

std::string as_sentence(const std::string& option) {
  return option.ends_with('.') ? option : option + ".";
}

std::string rounded(double value) {
  if (value == 0) return "0";
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
  return verdict::number_text(std::round(value / unit) * unit);
}

}  // namespace

std::vector<Point> points_of_curve(const Experiment& experiment, const Prediction& prediction) {
  const std::vector<std::vector<Point>> rows = sweep_of(experiment, prediction.at);
  return rows[experiment.curves ? prediction.at[*experiment.curves] : 0];
}

Result<bool> is_complete(const Experiment& experiment, const Prediction& prediction,
                         const Predicted& said) {
  switch (prediction.kind) {
    case Kind::number:
      if (!std::isfinite(said.number)) return Error{"The number is missing."};
      return true;
    case Kind::choice:
      if (said.choice >= prediction.options.size()) return Error{"Nothing is chosen yet."};
      return true;
    case Kind::order: {
      std::vector<size_t> sorted = said.order;
      std::sort(sorted.begin(), sorted.end());
      std::vector<size_t> all(prediction.points.size());
      std::iota(all.begin(), all.end(), size_t{0});
      if (sorted != all) return Error{"Each of them has one place in the order."};
      return true;
    }
    case Kind::curve: {
      const size_t points = points_of_curve(experiment, prediction).size();
      if (said.curve.size() != points || !std::all_of(said.curve.begin(), said.curve.end(),
                                                      [](double y) { return std::isfinite(y); }))
        return Error{"The curve is not drawn to its end."};
      return true;
    }
  }
  return true;
}

Result<Answer> answer_of(Runner& runner, const Experiment& experiment, const Prediction& prediction,
                         const std::atomic<bool>* cancel) {
  Answer answer;
  answer.right.choice = prediction.answer;
  std::vector<Point> points;
  if (prediction.kind == Kind::number) points = {prediction.at};
  if (prediction.kind == Kind::order) points = prediction.points;
  if (prediction.kind == Kind::curve) points = points_of_curve(experiment, prediction);
  for (const Point& point : points) {
    const Result<double> value = value_at(runner, experiment, prediction, point, cancel);
    if (!value) return Error{value.error()};
    answer.values.push_back(*value);
  }
  if (prediction.kind == Kind::number) answer.right.number = answer.values.front();
  if (prediction.kind == Kind::curve) answer.right.curve = answer.values;
  if (prediction.kind == Kind::order) {
    answer.right.order.resize(points.size());
    std::iota(answer.right.order.begin(), answer.right.order.end(), size_t{0});
    std::stable_sort(answer.right.order.begin(), answer.right.order.end(),
                     [&](size_t a, size_t b) { return answer.values[a] < answer.values[b]; });
  }
  return answer;
}

Judgement judge(const Prediction& prediction, const Predicted& said, const Answer& answer) {
  Judgement judgement;
  switch (prediction.kind) {
    case Kind::number:
      judgement.right = is_near(said.number, answer.right.number, prediction.tolerance);
      judgement.text = with_outcome(
          prediction, judgement.right,
          judgement.right ? "" : fmt::format("It is {}.", rounded(answer.right.number)));
      break;
    case Kind::choice:
      judgement.right = said.choice == answer.right.choice;
      judgement.text =
          with_outcome(prediction, judgement.right,
                       said.choice < prediction.said.size() ? prediction.said[said.choice] : "");
      if (!judgement.right)
        judgement.text =
            fmt::format("Right is: {}{}{}", as_sentence(prediction.options[answer.right.choice]),
                        judgement.text.empty() ? "" : " ", judgement.text);
      break;
    case Kind::order:
      judgement.right_at = places_right(prediction, said, answer);
      judgement.right = std::all_of(judgement.right_at.begin(), judgement.right_at.end(),
                                    [](bool one) { return one; });
      judgement.text =
          with_outcome(prediction, judgement.right,
                       judgement.right ? ""
                                       : fmt::format("From the least to the most: {}.",
                                                     order_text(prediction, answer.right.order)));
      break;
    case Kind::curve: {
      const std::vector<double> drawn = as_judged(prediction, said, answer);
      for (size_t i = 0; i < answer.right.curve.size(); ++i)
        judgement.right_at.push_back(
            i < drawn.size() && is_near(drawn[i], answer.right.curve[i], prediction.tolerance));
      judgement.right = std::all_of(judgement.right_at.begin(), judgement.right_at.end(),
                                    [](bool one) { return one; });
      judgement.text = with_outcome(prediction, judgement.right,
                                    judgement.right       ? ""
                                    : prediction.by_shape ? "It has another shape."
                                                          : near_enough(judgement.right_at));
      break;
    }
  }
  return judgement;
}

}  // namespace warplab::experiment
