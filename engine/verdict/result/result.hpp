#pragma once
// The one result structure of a run. Text, JSON and the window are views of it.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/special_members.hpp"
#include "compile/compile.hpp"
#include "data/compare.hpp"
#include "data/lab_says.hpp"
#include "sim/simulate.hpp"
#include "verdict/result/modelled_run.hpp"
#include "verdict/result/picture_bytes.hpp"
#include "verdict/result/timing.hpp"

namespace warplab::verdict {

using data::as_it_is;
using data::GateSays;
using data::LabSays;
using data::say;
using data::Saying;
using data::Says;

// Behind what is there, and a space.
void add_sentence(Saying& text, Saying sentence);
// "Not checked: " and the reason.
Saying not_checked(Saying reason);

enum class Status : uint8_t { pass, fail, not_checked };
std::string_view name_of(Status status);  // "pass", "fail", "not_checked"

// What a model says of a time: where nothing was measured, or beside what was.
struct Modelled {
  std::string gpu;
  double value = 0, low = 0, high = 0;  // in the gate's unit
  int version = 0;                      // of the model
  // Beside a measured value of the same GPU that lies outside of the range: one sentence.
  Saying difference;
};

struct GateResult {
  std::string name;     // "coalesced loads"
  std::string profile;  // that has brought it, of ExerciseResult::keeps; empty: none
  std::string metric;   // "global.load.sectors / global.load.requests"
  std::string variant;  // variant that decided it, empty where there is one only
  std::string launch;   // that it is about; empty: all of them together
  Status status = Status::not_checked;
  std::optional<double> value, limit, ideal;
  bool limit_is_minimum = false;
  std::string unit;
  Source source = Source::counted;
  std::string gpu;                // of a time
  std::optional<Modelled> model;  // its source where `source` is modelled, else shown beside
  int line = 0;                   // the line that decides: the worst contributor, or the finding's
  // What is said of it, in this order; text_of() puts it together. Each may be missing.
  Saying authors;                       // the exercise's own sentence
  std::optional<sim::Finding> finding;  // that fails it, of ExerciseResult::findings
  Saying says;
  bool is_consequence = false;     // `says` only names another gate's fault, which comes first
  double points = 1;               // 0: a condition, see score_of()
  std::vector<std::string> needs;  // gates that must pass for the points, see earned_by()
  // False: a time that cannot be told here: there is no GPU, or not the one that it is meant for,
  // and no model, or one whose range has the limit inside; or a number that is only reported. The
  // gate is not checked, and neither verdict nor score knows of it.
  bool applies = true;
  bool reported = false;  // exercise::Gate::reported: `value` is all that there is to say
  bool is_told() const { return finding || !authors.empty() || !says.empty(); }
  WARPLAB_SPECIAL_MEMBERS(GateResult);
};
// "Line 3 loads 128 bytes and moves 1024: 12.5 % of it is useful."
std::string text_of(const GateResult& gate);
// The same without "Not checked: " or "Not yet: " in front.
std::string reason_text(const GateResult& gate);

// An exercise::KeptProfile: its name, and a sentence on what it wants.
struct Kept {
  std::string name, says;
};

// The first element that differs.
struct Mismatch {
  // several: atomics of more than one thread; earlier: not the last launch that wrote the buffer,
  // and which thread did before is not known; not_known: nor any other, as of programs.
  enum class Writers : uint8_t { none, one, several, earlier, not_known };
  std::string buffer;
  std::string called;  // what the student's file calls it, where that is another name
  std::vector<uint64_t> index;
  double expected = 0, actual = 0;         // 64-bit integers are rounded
  std::string expected_text, actual_text;  // exact, and different from one another
  uint64_t wrong = 0, total = 0;           // elements
  Writers writers = Writers::none;
  std::optional<sim::ThreadPlace> writer;  // of Writers::one: it wrote the element last
  int line = 0;                            // on this line; 0: not known
  // "after it had read in[17] = 42", where GradeOptions::name_inputs asks for it and it is known.
  std::string inputs;
  std::string run;    // "rows 96, cols 33, seed 2"
  std::string where;  // the same with how it was made: "rows 96, cols 33, seed 2, order lockstep"
  // It is right when warps run one after the other, and wrong in this order. `line` is then the
  // first that makes the answer depend on the order.
  std::optional<sim::Schedule> order;
  bool launched_again = false;  // it is right the first time that the kernels are launched
  Saying hint;                  // where it may come from: one sentence, or empty
  Saying shape;                 // answer_shape()
  // What a [[verify]] says of the answers that it decides about. Then no element is known.
  Saying verified;
  WARPLAB_SPECIAL_MEMBERS(Mismatch);
};

// What was counted of one launch of the graded run, by what the exercise calls it.
struct CountedLaunch : sim::LaunchReport {
  std::string name, kernel;
  size_t spec = 0;      // index into Exercise::launches; repetitions have the same
  bool given = false;   // by the exercise, to be compared with the student's
  uint32_t lanes = 32;  // of a warp: fewer where blocks have fewer threads
  std::optional<sim::Counters> reference;  // its launch here; none: it was not run
  size_t times = 1;                        // launches whose sum this is (by_launch())
};

// The graded size, run in one variant.
struct VariantCounters {
  std::string variant;
  std::string where;       // "rows 2048, cols 2048, seed 1"
  bool completed = false;  // every launch ran to its end
  bool correct = false;    // and the answer was right: only then do counters prove anything
  bool ragged = false;     // at a size of no whole tiles: limits are wider
  int order_line = 0;  // what it gives depends on who comes first (an atomic's old value); 0: none
  sim::Counters total;
  sim::LineCounters lines;
  std::vector<CountedLaunch> launches;
  // Launches that were not made, as nothing of their kernel is written yet: indices into
  // Exercise::launches. Nothing is proved about them, nor about all launches together.
  std::vector<size_t> left_out;
  std::vector<std::string> buffer_names;  // one for each of a launch's TrafficByBuffer::buffers
  std::string reference_title;            // exercise::Exercise::reference_title
  std::map<std::string, int64_t> values;  // sizes, flags and buffers' extents, for metrics
  std::vector<ModelledRun> models;        // of `launches`, where models were asked for
  WARPLAB_SPECIAL_MEMBERS(VariantCounters);
};

// A buffer of the graded run for those who show pictures; kept only on request.
struct Picture {
  std::string buffer;
  sim::ElementType element = sim::ElementType::f32;
  std::vector<uint64_t> shape;
  PictureBytes actual, expected;  // expected: empty for what is only read, or not compared
  std::vector<uint8_t> written;   // see worker::Worker::written(); empty: it is not known
  data::Tolerance tolerance = {};
};

// The GPU on which the kernel ran, too.
struct GpuReport {
  std::string name, uuid;
  int driver_version = 0;  // 13000: CUDA 13.0
  uint64_t seed = 0;       // of the timed runs' inputs, new for each grading
  std::string note;        // what may have disturbed the times: one sentence, or empty
};

struct Times {  // wall milliseconds
  double compile = 0, checks = 0, graded = 0, total = 0;
};

// Why an exercise could not be graded, for programs; `error` says it to people.
enum class NotGraded : uint8_t {
  none,              // it was
  interrupted,       // Ctrl-C, or cancelled
  broken_exercise,   // its files cannot be used
  reference_failed,  // the exercise's own kernel
  time_limit,        // on the clock: the machine is slow or busy
  worker_lost,       // the system ended a worker: no memory, most often
  worker_failed,     // it cannot be started, or crashed: no compiler, or a fault of ours
  no_memory,         // for the buffers
  unreadable,        // the system refuses the student's file
};
std::string_view name_of(NotGraded why);  // "" for none, else the word above

// What all of the student's runs together did, and might have done: verdict/plan/work_budget.hpp.
struct Work {
  uint64_t done = 0, allowed = 0;  // in units of sim/work.hpp
};

struct ExerciseResult {
  std::string slug, title;
  Status verdict = Status::not_checked;
  double score = 0;  // 0 ... 1, see score_of()
  std::string backend = "sim";
  uint64_t seed = 0;
  // What was drawn for this file: "rows 57, cols 91, drawn seed 9c1f03a2b4d5e6f7". The last is the
  // graded size, of which only the input is drawn.
  std::vector<std::string> drawn;
  std::vector<Kept> keeps;
  std::vector<GateResult> gates;          // built-in gates first, then the exercise's, in its order
  std::vector<VariantCounters> counters;  // of the graded size
  std::vector<sim::Finding> findings;  // of all runs, each said once, with where it was first seen
  std::vector<compile::Diagnostic> diagnostics;
  std::map<std::string, compile::KernelResources> resources;
  std::string compiler;  // "NVRTC 13.0"
  std::optional<Mismatch> mismatch;
  std::string why_no_models;     // where they were asked for: one sentence, or empty
  std::string output;            // of printf: the first run that printed
  std::string error;             // what stopped it: missing file, compile error, crash; else empty
  bool grader_failed = false;    // the grader could not do its job: exit 2, no verdict and no score
  bool interrupted = false;      // cancelled before its end, or not begun: likewise
  std::optional<GpuReport> gpu;  // none: no kernel ran on a GPU
  std::vector<Timing> timings;   // of every source, in the order in which they were taken
  std::vector<Picture> pictures;
  Times time;
  Work work;
  // SHA-256 in hexadecimal: of the bytes that were graded, and Exercise::hash. Empty where there
  // are none.
  std::string file_hash, exercise_hash;
  // Of what the student predicted, as far as a gate asks for it; empty: none does, or nobody knows.
  std::string predictions_hash;
  // Why there is no score; of the first thing that went wrong.
  NotGraded not_graded = NotGraded::none;
  // What the instructor's hidden checks found, see verdict/hidden.hpp; null: there were none. Only
  // `verdict` and `score` of this result know of them.
  std::shared_ptr<const ExerciseResult> hidden;
  // A result without a score is not 0: it counts in no mean.
  bool has_score() const { return !grader_failed && !interrupted; }
  WARPLAB_SPECIAL_MEMBERS(ExerciseResult);
};

// pass: every gate that applies passes. fail: one fails. Else, and without gates, not_checked.
Status verdict_of(const std::vector<GateResult>& gates);

// What a gate earns: its points where it passes. Those of an answer (a gate "correct") stand alone.
// All others, for a property of the kernel or for how it uses memory and time, need a right answer
// in every check: every gate "correct" passed; and that the gates which it names in `needs` pass.
// Without that the gate still passes, and earns nothing.
double earned_by(const GateResult& gate, const std::vector<GateResult>& gates);

// Of the gates that a profile has brought: fails where one fails, else not checked where one that
// applies is not.
Status status_of_profile(const ExerciseResult& result, std::string_view profile);

// What counts of a gate's points: nothing where it does not apply.
struct Points {
  double earned = 0, possible = 0;
};
// What each gate adds to the score, in the order of `gates`: where a condition does not pass no
// gate has earned anything. score_of() is the sum of `earned` over that of `possible`.
std::vector<Points> points_of(const std::vector<GateResult>& gates);
// What the gates of a result, and those of its hidden checks, earn and could.
Points points_with_hidden(const ExerciseResult& result);

// Points earned over all points, 0 ... 1. Gates of 0 points are conditions: one that does not pass
// makes the score 0. Where no gate has points, 1 for a passed exercise and else 0.
double score_of(const std::vector<GateResult>& gates);

// The result of an exercise that was chosen and, because the run was interrupted, not graded.
ExerciseResult interrupted_exercise(std::string slug);

// The result of an exercise that cannot be used, such as one whose exercise.toml is broken: no
// gates, not checked, and the grader's failure. `sentence` says why.
ExerciseResult broken_exercise(std::string slug, std::string sentence);

}  // namespace warplab::verdict
