#pragma once
// The numbers of an experiment as charts and sentences, and the empty chart into which a prediction
// is drawn.
#include <string>
#include <vector>

#include "draw/chart.hpp"
#include "experiment/experiment.hpp"
#include "experiment/experiment_runs.hpp"

namespace warplab::app {

struct ExperimentChart {
  std::string title;
  Chart chart;
  bool as_table = false;       // the author shows it in a table only
  std::vector<size_t> series;  // indices into Experiment::series
};
// One for each axis that the author names, in the file's order. What is not known yet is left out.
std::vector<ExperimentChart> charts_of(const experiment::Experiment& experiment,
                                       const ExperimentAnswer& answer);

// A number where the sliders stand.
struct NumberHere {
  std::string title, value;  // value: with unit, range and source, or why there is none
  bool is_known = false;
};
// `measured`: of the same point on a GPU; null: nothing was measured.
std::vector<NumberHere> numbers_of(const experiment::Experiment& experiment,
                                   const experiment::PointResult& result,
                                   const experiment::PointResult* measured = nullptr);

// Where the numbers come from. `gpu_here`: the name of the GPU that measures, empty: none does.
std::string sources_of(const ExperimentAnswer* answer, const std::string& gpu_here);

// The axes for a curve that is drawn by hand, without the answer. Where the author names no upper
// end it is made from the answer, rounded up generously; without either it is empty.
std::optional<Chart> hand_chart(const experiment::Experiment& experiment,
                                const experiment::Prediction& prediction,
                                const ExperimentAnswer* answer);
// The height at which a curve begins whose shape alone counts; none: it is not known yet, or the
// student says it.
std::optional<double> given_first(const experiment::Experiment& experiment,
                                  const experiment::Prediction& prediction,
                                  const ExperimentAnswer* answer);
// The places of that curve.
std::vector<double> places_of_curve(const experiment::Experiment& experiment,
                                    const experiment::Prediction& prediction);
// What was predicted as a curve, for laying it over the answer in the chart of its series.
void lay_over(ExperimentChart& chart, const experiment::Experiment& experiment,
              const experiment::Prediction& prediction, const experiment::Predicted& said);

// "32 sectors", "copy, then transpose", "It stays the same.", "a curve".
std::string said_text(const experiment::Experiment& experiment,
                      const experiment::Prediction& prediction, const experiment::Predicted& said);

// Whether a number is written like one: "32", "12.5", "1e6", "1 048 576". None where it is not.
std::optional<double> number_in(std::string_view text);

}  // namespace warplab::app
