#pragma once
// The numbers of an experiment: at one point or along a sweep, counted in the locked worker that
// exercises run in, with times that are modelled, or measured where there is a GPU.
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/experiment.hpp"
#include "model/gpu.hpp"
#include "model/launch_model.hpp"
#include "verdict/result/result.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {
class ModelSession;
}

namespace warplab::experiment {

// One number of a series.
struct SeriesValue {
  std::optional<double> value;
  std::optional<double> low, high;  // of a modelled one: the range in which it is expected
  verdict::Source source = verdict::Source::counted;
  std::string why_not;  // where there is no value: one sentence
};

struct PointResult {
  Point point;
  std::string where;                // "s = 8"
  std::vector<SeriesValue> values;  // one for each of Experiment::series
  // All launches together on the GPU that was asked for, at the size for a GPU where there is one:
  // occupancy and what limits it, parts of the time, the limiter. None: no series is a time.
  std::optional<model::LaunchModel> model;
  std::vector<sim::Finding> findings;
  std::vector<verdict::Picture> pictures;  // with RunOptions::keep_pictures
};

// Points in the order of sweep_of().
struct Sweep {
  std::vector<std::vector<PointResult>> rows;  // one for each curve
  std::vector<SeriesValue> lines;              // one for each of Experiment::lines
};

// Measures the launches of a point; none: times are modelled. In microseconds, of all launches
// together (-1) or of one.
using MeasureTime = std::function<Result<double>(
    const exercise::Exercise& rig, const exercise::SizeSet& size, const exercise::Variant& variant,
    int launch, const std::atomic<bool>* cancel)>;

struct RunOptions {
  unsigned threads = 1;
  std::chrono::milliseconds time_limit{60'000};  // of each run in the worker
  std::optional<model::Gpu> gpu;                 // whose model gives times; none: there are none
  MeasureTime measure;                           // comes before the model
  bool keep_pictures = false;
  // Looks for races and uninitialised values, too, which takes longer: for `grader check`.
  bool exact = false;
  std::function<worker::Outcome<std::unique_ptr<worker::Worker>>(const worker::Limits&)>
      start_worker = &worker::Worker::start;
};

// Compiles the kernels once, in a worker that is kept, and remembers every point. Calls are made by
// one thread at a time; `cancel` may be set by any.
class Runner {
 public:
  // `source` is the text of the kernels: the folder's file, or what the student made of it. The
  // experiment must outlive this.
  Runner(const Experiment& experiment, std::string source, RunOptions options);
  ~Runner();
  Runner(Runner&&) noexcept;

  // The Error is one sentence: it does not compile, the run was cancelled, or what went wrong.
  // `progress` grows from 0 to 1.
  Result<PointResult> run(const Point& point, const std::atomic<bool>* cancel = nullptr,
                          const std::function<void(double)>& progress = {});
  // `each` is called with every point as soon as it is known.
  Result<Sweep> sweep(const Point& around, const std::atomic<bool>* cancel = nullptr,
                      const std::function<void(double)>& progress = {},
                      const std::function<void(const PointResult&)>& each = {});
  // A value of any metric at a point that was run: for claims.
  Result<SeriesValue> value(const Claim& claim, const Point& point,
                            const std::atomic<bool>* cancel = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The text of the experiment's own kernels.
Result<std::string> kernels_of(const Experiment& experiment);

}  // namespace warplab::experiment
