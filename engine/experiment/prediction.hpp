#pragma once
// What a student says before the answer is shown: a number, an order, a choice, or a curve drawn by
// hand. The answer comes from the run itself, except that of a choice, which the author names.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/compare.hpp"

namespace warplab::experiment {

using Point = std::vector<size_t>;

struct Prediction {
  enum class Kind : uint8_t { number, order, choice, curve };
  Kind kind = Kind::number;
  std::string name;      // "sectors at 8": names it in the file that keeps predictions
  std::string question;  // "How many sectors does a request need at s = 8?"
  // Whose values are predicted, an index into Experiment::series; not of a choice.
  size_t series = 0;
  Point at;  // number: the point; curve: what is not swept, and for which curve
  // order: what is to be sorted, the smallest value first; the labels stand for the points.
  std::vector<Point> points;
  // order: labels of `points`; choice: what there is to choose from.
  std::vector<std::string> options;
  size_t answer = 0;  // choice: index into `options`
  // number, curve: how far it may be. order: values that differ by no more than this part of the
  // larger one are equal, and may stand in any order.
  data::Tolerance tolerance;
  // curve: its first point is given, and how high it is drawn does not count: values are compared
  // after both curves have been divided by their geometric means. The tolerance is relative alone.
  bool by_shape = false;
  // A sentence or two for each outcome. `said` of a choice has one for each option, which comes
  // first; where it is given the other two may be empty.
  std::string right, wrong;
  std::vector<std::string> said;
};
inline constexpr size_t kMostPredictions = 8;
inline constexpr size_t kMostOptions = 12;

// What the student said. One of the four, as the prediction's kind is.
struct Predicted {
  double number = 0;
  std::vector<size_t> order;  // indices into Prediction::points, the smallest value first
  size_t choice = 0;          // index into Prediction::options
  std::vector<double> curve;  // a value for each point of the sweep, in order; NaN: not drawn
};

}  // namespace warplab::experiment
