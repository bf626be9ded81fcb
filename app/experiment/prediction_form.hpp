#pragma once
// What the student thinks will come out, before it is shown: a number, an order, a choice or a
// curve. And what is said about it afterwards.
#include <optional>
#include <string>
#include <vector>

#include "draw/chart.hpp"
#include "draw/chart_view.hpp"
#include "draw/ui.hpp"
#include "experiment/experiment_charts.hpp"
#include "experiment/judge.hpp"

namespace warplab::app {

// What has been put in so far for one prediction.
struct PredictionState {
  std::string of;  // the experiment and the prediction; another one starts anew
  std::string number;
  std::vector<size_t> order;
  std::optional<size_t> choice;
  HandCurve curve;
  ChartState chart;
  std::string problem;  // why it cannot be taken yet
};

// Returns what was said, once it is complete and the button was pressed. `answer` serves for the
// axis of a curve alone.
std::optional<experiment::Predicted> draw_prediction_form(Ui& ui, PredictionState& state,
                                                          const experiment::Experiment& experiment,
                                                          const experiment::Prediction& prediction,
                                                          const ExperimentAnswer* answer);

// `said` null: the student asked to be shown without predicting.
void draw_judgement(Ui& ui, const experiment::Experiment& experiment,
                    const experiment::Prediction& prediction, const experiment::Predicted* said,
                    const experiment::Answer& answer);

}  // namespace warplab::app
