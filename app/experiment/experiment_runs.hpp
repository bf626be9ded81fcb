#pragma once
// The numbers of the experiment that is open. Questions are answered on a thread of their own; the
// window looks at snapshot() and never waits. What answers them is an ExperimentMachine.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/answering_thread.hpp"
#include "experiment/experiment.hpp"
#include "experiment/gpu_times.hpp"
#include "experiment/judge.hpp"
#include "experiment/live.hpp"
#include "experiment/run.hpp"
#include "memory/lens_page.hpp"
#include "model/gpu.hpp"
#include "verdict/gpu/gpu_session.hpp"

namespace warplab::app {

struct ExperimentQuestion {
  std::shared_ptr<const experiment::Experiment> experiment;
  std::string source;             // of the kernels, as they are edited
  experiment::Point around;       // where the sliders stand
  std::optional<model::Gpu> gpu;  // whose model gives times; none: there are none
  std::string measured_on;        // the UUID of a GPU that measures them instead; empty: none
};
bool same_question(const ExperimentQuestion& a, const ExperimentQuestion& b);

// A warp's load of Experiment::lanes.
struct LanesShown {
  std::string where;  // "s = 8"
  std::shared_ptr<const LensLook> look;
  LensView view;  // in it
};

struct ExperimentAnswer {
  experiment::Point around;
  experiment::Sweep sweep;                  // as far as it is known
  bool is_whole = false;                    // every point of the sweep is there, and every answer
  std::vector<experiment::Answer> answers;  // one for each of Experiment::predictions
  std::string gpu;                          // whose times are modelled; empty: none are
  experiment::Sweep measured;  // the same points on a GPU that is here, as far as they are known
  std::shared_ptr<const experiment::Recording> live;  // time lines of the GPU here; null: none
  std::string why_not_measured;             // one sentence; empty: they were, or nobody asked
  std::shared_ptr<const LanesShown> lanes;  // null: nobody asked, or it is not known yet
  // The result where the sliders stand; null: it is not known yet.
  const experiment::PointResult* here() const { return at_sliders(sweep); }
  const experiment::PointResult* measured_here() const { return at_sliders(measured); }

 private:
  const experiment::PointResult* at_sliders(const experiment::Sweep& points) const;
};

using ExperimentMachine = Answerer<ExperimentQuestion, ExperimentAnswer>;
using MakeExperimentMachine = AnsweringThread<ExperimentQuestion, ExperimentAnswer>::MakeMachine;

// Points that were run stay known to the machine, so that a question may interrupt the one before.
class ExperimentRuns : public AnsweringThread<ExperimentQuestion, ExperimentAnswer> {
 public:
  explicit ExperimentRuns(MakeExperimentMachine make)
      : AnsweringThread(std::move(make), {true, "It could not be run"}) {}
};

// experiment::record_live, or a test's own.
using RecordLive = std::function<Result<experiment::Recording>(const std::string& recorder,
                                                               const std::atomic<bool>* cancel)>;

// Runs the kernels in a locked worker with a low priority. Points that were run stay known while
// the experiment and its text are the same, so that a slider is answered at once.
class KernelMachine final : public ExperimentMachine {
 public:
  explicit KernelMachine(verdict::StartGpuWorker start_gpu = &worker::GpuWorker::start,
                         RecordLive record_live = &experiment::record_live)
      : start_gpu_(std::move(start_gpu)), record_live_(std::move(record_live)) {}
  Result<bool> answer(const ExperimentQuestion& question, const Talk& talk) override;

 private:
  void begin(const ExperimentQuestion& question);
  Result<bool> count(const ExperimentQuestion& question, const Talk& talk,
                     ExperimentAnswer& answer);
  Result<bool> find_answers(const Talk& talk, ExperimentAnswer& answer);
  void record_time_lines(const Talk& talk, ExperimentAnswer& answer);
  void measure(const ExperimentQuestion& question, const Talk& talk, ExperimentAnswer& answer);
  void look_at_lanes(const ExperimentQuestion& question, const Talk& talk,
                     ExperimentAnswer& answer);

  ExperimentQuestion of_;  // the last question; the runner points into its experiment
  std::unique_ptr<experiment::Runner> runner_;
  // Answers to predictions are those of the experiment's own text, whatever the student made of it.
  std::unique_ptr<experiment::Runner> own_runner_;
  std::vector<std::optional<experiment::Answer>> answers_;
  std::map<experiment::Point, std::shared_ptr<const LanesShown>> lanes_;
  std::shared_ptr<const experiment::Recording> live_;
  std::string why_not_live_;
  verdict::StartGpuWorker start_gpu_;
  std::shared_ptr<verdict::GpuSession> gpu_;
  std::string gpu_uuid_;
  RecordLive record_live_;
  std::unique_ptr<experiment::GpuTimes> gpu_times_;
  std::unique_ptr<experiment::Runner> measuring_;
};

}  // namespace warplab::app
