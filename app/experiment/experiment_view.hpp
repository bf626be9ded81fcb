#pragma once
// The experiment that is open: what the student predicts comes first, and what comes out is hidden
// until then. After it the sliders answer at once; until the answer is there the last one stays,
// marked as old.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "draw/chart_view.hpp"
#include "draw/picture.hpp"
#include "draw/ui.hpp"
#include "experiment/experiment_charts.hpp"
#include "experiment/experiment_runs.hpp"
#include "experiment/prediction_form.hpp"
#include "lab/lab.hpp"
#include "results/output_view.hpp"
#include "time/gpu_models.hpp"
#include "time/time_line_chart.hpp"

namespace warplab::app {

struct ExperimentState {
  MakeExperimentMachine machine;         // a test's own; empty: kernels in the simulator
  std::unique_ptr<ExperimentRuns> runs;  // from the first look on
  std::optional<GpuModels> gpus;         // likewise
  // What is asked. It starts anew with another experiment.
  std::shared_ptr<const experiment::Experiment> experiment;
  std::string source;   // as it was run last
  int runs_taken = -1;  // Lab::experiment_runs() when it was taken
  experiment::Point around;
  std::optional<ExperimentQuestion> asked;
  // Predictions of this session that wait for the kernels before they can be judged and kept.
  std::vector<std::optional<experiment::Predicted>> waiting;
  PredictionState form;
  bool says_why = true;         // of every prediction, and not only whether it was right
  int stage = -1;               // grows with each answer; -1: not known yet
  bool is_by_keyboard = false;  // the keyboard was used last, not the mouse
  std::vector<ChartState> charts;
  std::vector<TimeLineState> time_lines;
  size_t recording = 0;  // index into Experiment::recordings
  OutputState picture;
  std::shared_ptr<const LanesShown> lanes;  // the last that were known
  int lane = -1;                            // that is chosen of them
  std::shared_ptr<const Picture> shown_picture;
  std::shared_ptr<const ExperimentAnswer> picture_of;  // whose it is
};

bool has_experiment(const Lab& lab);
// Whether an answer is on its way.
bool is_running(const ExperimentState& state);
// Once a frame, whatever is shown: nothing runs while an exercise does or something else is open.
void keep_experiment(ExperimentState& state, const Lab& lab, bool is_shown);
void draw_experiment(Ui& ui, ExperimentState& state, Lab& lab);

// "Predicted 1 of 2." and the like, for the top bar.
std::string experiment_sentence(const Lab& lab);

}  // namespace warplab::app
