#pragma once
// Running an exercise on a student's source and judging it. The one path behind the grader, the
// window and `grader check`.
#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "base/special_members.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/result/result.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

struct Progress {
  // "compiling", "checking rows 96, cols 33, seed 3", "timing on NVIDIA H200: rows 4096, cols 4096"
  std::string doing;
  double fraction = 0;     // of the whole run, 0 ... 1
  bool is_timing = false;  // on a GPU, which should have nothing else to do
};

struct GradeOptions {
  uint64_t seed = 1;  // added to the exercise's own check seeds, less 1
  unsigned threads = 1;
  // On the clock, of the student's code, compiler included, for the whole exercise. It is a last
  // resort: what it ends could not be graded. What decides a mark is counted (work_budget.hpp).
  double timeout_seconds = 300;
  uint64_t schedule_seed = 0;
  bool keep_pictures = false;
  // Say of a wrong element what the thread that wrote it had read before: for whoever looks at one
  // kernel. A report on many does without.
  bool name_inputs = false;
  // Inputs and sizes are drawn as for this text instead of for the one that is run, so that
  // pictures of the two can be compared; empty: as for a mark. No mark is made so.
  std::string drawn_for;
  int compute_capability = 90;
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* cancel = nullptr;
  bool is_cancelled() const { return cancel && *cancel; }
  // Expected answers kept from one call to the next; null: computed anew. Of the same exercise.
  Reference* reference = nullptr;
  // Where kernels that the simulator finds nothing wrong with are run and timed, too; null:
  // nowhere.
  GpuSession* gpu = nullptr;
  // On which the launches of the graded run are modelled, too, if it was completed.
  std::vector<model::Gpu> models;
  // All that a gate may name for a model to stand in (exercise::Gate::modelled), by their own
  // names.
  std::vector<model::Gpu> gpus;
  std::string why_no_gpu = "no GPU was used";  // for gates over times, where it is null
  // What the student predicted, for gates that ask for it; null: nobody knows, and they are not
  // checked.
  std::function<PredictionEvidence(const exercise::PredictionAsked&)> predicted;
  // The locked process; tests put a scripted one in its place.
  StartWorker start_worker = &worker::Worker::start;
  WARPLAB_SPECIAL_MEMBERS(GradeOptions);
};

// `source` is the text of the student's file, already read and checked by read_source(). The same
// exercise, source and seed give the same result, times apart, for every number of threads.
ExerciseResult grade(const exercise::Exercise&, const std::string& source, const GradeOptions&);

// The result of a submission without a source: read_source()'s sentence fails the gate "compiles".
ExerciseResult reject(const exercise::Exercise&, const std::string& sentence, uint64_t seed);
// The same where the system refuses it (Submitted::refused): there is no score.
ExerciseResult unread_submission(const exercise::Exercise&, std::string sentence);

// The variable that WARPLAB_BLOCK(32, 8, 1); makes in a .cu file: the shape of the block, where the
// exercise leaves it to the student.
inline constexpr const char* kBlockVariable = "warplab_block";

// The shape in the bytes of that variable: one to three 32-bit whole numbers, missing ones being 1.
// The Error is a sentence for the student: not numbers, or beyond the exercise's bounds.
Result<Dim3> block_choice(const exercise::Exercise&, const std::vector<uint8_t>& bytes);

}  // namespace warplab::verdict
