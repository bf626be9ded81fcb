#pragma once
// What is right, and what is said of a prediction.
#include <string>
#include <vector>

#include "experiment/run.hpp"

namespace warplab::experiment {

// What the run gives. Of a choice it is the author's, and nothing is run.
struct Answer {
  Predicted right;
  std::vector<double> values;  // number: one; order: of each of Prediction::points; curve: as it is
};
Result<Answer> answer_of(Runner& runner, const Experiment& experiment, const Prediction& prediction,
                         const std::atomic<bool>* cancel = nullptr);

struct Judgement {
  bool right = false;
  std::vector<bool> right_at;  // curve: each point; order: each place
  std::string text;            // what the author says of it, with the answer
};
Judgement judge(const Prediction& prediction, const Predicted& said, const Answer& answer);

// The points along a curve that is to be drawn: the sweep's row that Prediction::at is in.
std::vector<Point> points_of_curve(const Experiment& experiment, const Prediction& prediction);

// Whether it is complete enough to be judged; the Error says what is missing.
Result<bool> is_complete(const Experiment& experiment, const Prediction& prediction,
                         const Predicted& said);

}  // namespace warplab::experiment
