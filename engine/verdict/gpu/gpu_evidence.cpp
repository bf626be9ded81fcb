#include "verdict/gpu/gpu_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <utility>

#include "cuda/gpu_lock.hpp"
#include "cuda/measure.hpp"
#include "data/compare.hpp"
#include "verdict/gpu/library_time.hpp"
#include "verdict/gpu/other_processes.hpp"
#include "verdict/gpu/sampling.hpp"
#include "verdict/gpu/timed_job.hpp"
#include "verdict/judge/time_gate.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/run/answers.hpp"
#include "verdict/run/grade_options.hpp"

namespace warplab::verdict {
namespace {

using std::chrono::milliseconds;
using worker::Failure;
using worker::GpuWorker;
using worker::Outcome;

// For a launch of the student's: ten times what the reference takes, and this at least.
constexpr milliseconds kLeastLaunchTime{2000};
constexpr int kTimesReference = 10;
constexpr milliseconds kReferenceLaunchTime{30'000};
// A shorter kernel is timed in batches: an event's resolution is half a microsecond.
constexpr double kShortKernelUs = 20;
// For whoever measures: why there is none stands in the evidence, or is what is given up for.
const Error kNoReading{"There is no reading."};

// The launch as the student's kernel and as the reference's make it.
struct TimedPair {
  TimedRun student, reference;
  worker::TimedJob yardstick;  // without launches where no gate asks for one
};

class Gathering {
 public:
  explicit Gathering(const GpuQuestion& question)
      : question_(question), exercise_(question.exercise) {}

  Result<GpuAnswer, Saying> gather() {
    Result<GpuAnswer, Saying> gathered = gather_all();
    // While ours still have the GPU open: without any client some drivers put it to sleep, and
    // waking it takes seconds.
    if (!is_cancelled()) question_.gpu.warm();
    return gathered;
  }

 private:
  Result<GpuAnswer, Saying> gather_all() {
    const Result<worker::GpuReady> ready = question_.gpu.open(question_.cancel);
    if (!ready) return as_it_is(ready.error());
    GpuReport& report = evidence_.report;
    report.name = ready->device.name;
    report.uuid = ready->device.uuid;
    report.driver_version = ready->device.driver_version;
    device_ = ready->device;
    if (!start_student()) return result();
    tell("waiting for the GPU");
    Result<cuda::GpuLock> lock = cuda::GpuLock::acquire(
        device_.uuid, [&] { tell("waiting for another program's measurement on the GPU"); },
        question_.cancel);
    if (!lock) return as_it_is(lock.error());
    // The reference's process starts while the student's is checked.
    if (std::any_of(exercise_.gates.begin(), exercise_.gates.end(),
                    [](const exercise::Gate& gate) { return gate.is_timed(); }))
      question_.gpu.warm();
    if (!check_answers() || !evidence_.difference.empty()) return result();
    take_times();
    return result();
  }
  Result<GpuAnswer, Saying> result() {
    if (is_cancelled()) return say(Says::run_cancelled);
    if (!fault_.empty()) return fault_;
    return GpuAnswer{std::move(evidence_), std::move(timings_)};
  }
  bool is_cancelled() const { return question_.cancel != nullptr && *question_.cancel; }
  void tell(const std::string& doing) const {
    if (question_.progress) question_.progress(doing, false);
  }
  void tell_on_gpu(const char* doing, const std::string& where, bool is_timing) const {
    if (question_.progress)
      question_.progress(fmt::format("{} on {}: {}", doing, evidence_.report.name, where),
                         is_timing);
  }
  // What went wrong is not the student's.
  bool give_up(Saying why) {
    fault_ = std::move(why);
    return false;
  }
  bool give_up(const Failure& failure) { return give_up(failure.says); }
  // A call of the student's worker failed: the kernel's doing, unless there is no worker at all or
  // the system ended it.
  bool student_failed(const Failure& failure, Saying where, Saying& sentence) {
    if (question_.gpu.lose_if_stuck(*student_))
      return give_up(as_it_is(question_.gpu.open().error()));
    if (failure.kind == Failure::Kind::cannot_start || failure.kind == Failure::Kind::lost)
      return give_up(failure);
    sentence = say(LabSays::failed_on_gpu, evidence_.report.name, std::move(where), failure.says);
    return false;
  }

  bool start_student();
  bool check_answers();
  bool check_run(const PlannedRun& plan);
  void take_times();
  bool start_reference();
  bool take_time(const exercise::SizeSet& size, const TimedLaunch& timed);
  std::optional<TimeNumbers> time_in_reference_process(const char* doing);
  std::optional<TimeNumbers> time_yardstick(const worker::TimedJob& job);
  std::optional<std::vector<uint8_t>> compiled(const std::string& file, LabSays what);
  // The steps of take_time(). Nothing, or false: evidence_ or fault_ says why.
  std::optional<TimedPair> plan_time(const exercise::SizeSet& size, const TimedLaunch& timed);
  bool prepare_time(const TimedPair& pair);
  bool choose_batch();
  void note_other_processes();
  Result<cuda::Reading> sample_student();
  Result<cuda::Reading> sample_reference();
  Result<cuda::Reading> sample_copy();
  Result<bool> verify(uint64_t seed, unsigned set, const cuda::Sample& sample);

  const GpuQuestion& question_;
  const exercise::Exercise& exercise_;
  cuda::Device device_;
  std::unique_ptr<GpuWorker> student_, reference_;
  std::vector<uint8_t> cubin_, own_cubin_, reference_cubin_;
  GpuEvidence evidence_;
  std::vector<Timing> timings_;
  Saying fault_;
  // Of the measurement that is being made.
  const TimedRun* timed_ = nullptr;
  std::string where_;
  std::vector<data::Tolerance> tolerances_;  // of the case that is timed
  unsigned student_sets_ = 1, reference_sets_ = 1;
  Sampling sampling_;
};

bool Gathering::start_student() {
  tell("compiling for the GPU");
  Outcome<std::vector<uint8_t>> cubin = question_.gpu.compile(
      kernel_source(exercise_, exercise_.student_file, question_.source, 0), question_.cancel);
  if (!cubin) return give_up(cubin.failure);
  cubin_ = std::move(*cubin.value);
  Outcome<std::unique_ptr<GpuWorker>> taken = question_.gpu.take(question_.cancel);
  if (!taken) return give_up(taken.failure);
  student_ = std::move(*taken.value);
  if (const Outcome<bool> loaded = student_->load(GpuWorker::Role::kernels, cubin_); !loaded)
    return student_failed(loaded.failure, say(LabSays::loading_it), evidence_.difference);
  return true;
}

bool Gathering::check_answers() {
  for (const PlannedRun& run : plan_runs(exercise_, question_.seed, question_.source)) {
    if (is_cancelled()) return false;
    if (run.counted_again) continue;
    if (!check_run(run)) return false;
    if (!evidence_.difference.empty()) return true;
  }
  return true;
}

// The simulator's answer is the expected one, or nothing would be run here.
bool Gathering::check_run(const PlannedRun& plan) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise_, plan, question_.block);
  if (!run) return give_up(as_it_is(run.error()));
  const std::string& where = run->setup.label;
  tell_on_gpu("checking", where, false);
  if (const Result<bool> filled = run->refill(); !filled) return give_up(as_it_is(filled.error()));
  const Outcome<std::vector<std::string>> ran = student_->run(run->job({}, {}), kLeastLaunchTime);
  if (!ran) return student_failed(ran.failure, as_it_is(where), evidence_.difference);
  if (!ran.value->empty()) {
    evidence_.difference =
        say(LabSays::overran_on_gpu, evidence_.report.name, ran.value->front(), where);
    return true;
  }
  const Outcome<Reference::Expected> expected =
      question_.reference.expected(*run, {}, question_.cancel);
  if (!expected) return give_up(expected.failure);
  const std::vector<WrongAnswer> wrong = wrong_answers(*run, *expected.value->answers);
  if (wrong.empty()) return true;
  const data::Comparison& comparison = wrong.front().comparison;
  evidence_.difference =
      say(LabSays::gpu_disagrees,
          element_text(run->setup.buffers[wrong.front().buffer], *comparison.first),
          comparison.actual_text, evidence_.report.name, comparison.expected_text, where);
  return true;
}

bool Gathering::start_reference() {
  if (reference_) return true;
  Outcome<std::vector<uint8_t>> own = question_.gpu.own_kernels(question_.cancel);
  if (!own) return give_up(own.failure);
  own_cubin_ = std::move(*own.value);
  std::optional<std::vector<uint8_t>> cubin =
      compiled(exercise_.reference_file, LabSays::reference_file);
  if (!cubin) return false;
  reference_cubin_ = std::move(*cubin);
  Outcome<std::unique_ptr<GpuWorker>> taken = question_.gpu.take(question_.cancel);
  if (!taken) return give_up(taken.failure);
  reference_ = std::move(*taken.value);
  for (GpuWorker* worker : {student_.get(), reference_.get()})
    if (const Outcome<bool> loaded = worker->load(GpuWorker::Role::own_kernels, own_cubin_);
        !loaded)
      return give_up(loaded.failure);
  return true;
}

// A file of the exercise's own, compiled for this GPU. `what`: "The reference".
std::optional<std::vector<uint8_t>> Gathering::compiled(const std::string& file, LabSays what) {
  const auto give_up_with = [&](Saying why) {
    give_up(std::move(why));
    return std::nullopt;
  };
  const Result<std::string> source = read_source(exercise_.folder / file);
  if (!source) return give_up_with(say(LabSays::file_cannot_be_read, what, source.error()));
  Outcome<std::vector<uint8_t>> cubin =
      question_.gpu.compile(kernel_source(exercise_, file, *source, 0), question_.cancel);
  if (!cubin) return give_up_with(cubin.failure.says);
  return std::move(*cubin.value);
}

void Gathering::take_times() {
  const auto size = std::find_if(
      exercise_.sizes.begin(), exercise_.sizes.end(),
      [](const exercise::SizeSet& one) { return one.purpose == exercise::SizeSet::Purpose::gpu; });
  if (size == exercise_.sizes.end()) return;
  if (exercise_.reference_file.empty()) {
    evidence_.incomplete = say(LabSays::not_timed_without_reference);
    return;
  }
  evidence_.report.seed = std::random_device{}();
  for (const TimedLaunch& timed : launches_to_time(exercise_))
    if (!start_reference() || !take_time(*size, timed)) return;
}

std::optional<TimedPair> Gathering::plan_time(const exercise::SizeSet& size,
                                              const TimedLaunch& timed) {
  const Result<exercise::Case> c =
      exercise::instantiate(exercise_, size, timed.variant, question_.seed, question_.block);
  if (!c) {
    evidence_.incomplete = as_it_is(c.error());
    return std::nullopt;
  }
  const auto give_up_with = [&](const std::string& why) {
    give_up(as_it_is(why));
    return std::nullopt;
  };
  // The reference runs with the exercise's own block shape, whatever the student chose.
  const Result<exercise::Case> reference_case =
      exercise::instantiate(exercise_, size, timed.variant, question_.seed);
  if (!reference_case) return give_up_with(reference_case.error());
  Result<TimedRun> student = timed_run(exercise_, *c, timed.launch);
  if (!student) return give_up_with(student.error());
  Result<TimedRun> reference = timed_run(exercise_, *reference_case, timed.launch);
  if (!reference) return give_up_with(reference.error());
  where_ = c->without_seed;  // every timed run has an input of its own
  tolerances_ = c->tolerances;
  TimedPair pair{std::move(*student), std::move(*reference), {}};
  if (!timed.with_yardstick) return pair;
  if (!exercise_.yardstick_file.empty()) {
    pair.yardstick = pair.reference.job;
    return pair;
  }
  Result<worker::TimedJob> stream = stream_job(*reference_case, pair.reference);
  if (!stream) return give_up_with(stream.error());
  pair.yardstick = std::move(*stream);
  return pair;
}

// Both processes have their buffers, and the student's kernel as long as the reference makes fair.
bool Gathering::prepare_time(const TimedPair& pair) {
  // The copy is taken in the reference's process, which the student's kernel cannot reach.
  worker::TimedJob student_job = pair.student.job;
  student_job.copy_bytes = 32;
  // A yardstick may have been there since.
  if (const Outcome<bool> loaded = reference_->load(GpuWorker::Role::kernels, reference_cubin_);
      !loaded)
    return give_up(loaded.failure);
  Outcome<unsigned> sets = reference_->prepare(pair.reference.job, kReferenceLaunchTime);
  if (!sets) return give_up(sets.failure);
  student_job.sets = reference_sets_ = *sets.value;
  const auto start = std::chrono::steady_clock::now();
  if (const Outcome<cuda::Sample> first = reference_->sample(1, 0, 1, false); !first)
    return give_up(first.failure);
  const auto reference_time =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  const milliseconds launch_time = std::max(kLeastLaunchTime, kTimesReference * reference_time);
  // Loaded anew: no variable of it keeps anything from the checks.
  Saying& wrong = evidence_.wrong_when_timed;
  if (const Outcome<bool> loaded = student_->load(GpuWorker::Role::kernels, cubin_); !loaded)
    return student_failed(loaded.failure, as_it_is(where_), wrong);
  sets = student_->prepare(student_job, launch_time);
  if (!sets) return student_failed(sets.failure, as_it_is(where_), wrong);
  student_sets_ = *sets.value;
  return true;
}

Result<cuda::Reading> Gathering::sample_student() {
  if (is_cancelled()) return kNoReading;
  const uint64_t seed = sampling_.random();
  const unsigned set = sampling_.next_set(student_sets_);
  const Outcome<cuda::Sample> sample = student_->sample(seed, set, sampling_.batch, true);
  if (!sample) {
    student_failed(sample.failure, as_it_is(where_), evidence_.wrong_when_timed);
    return kNoReading;
  }
  const Result<bool> verified = verify(seed, set, *sample.value);
  if (!verified) return kNoReading;
  return reading_of(*sample.value, sampling_.batch);
}

Result<cuda::Reading> Gathering::sample_reference() {
  if (is_cancelled()) return kNoReading;
  const unsigned set = sampling_.next_set(reference_sets_);
  const Outcome<cuda::Sample> sample =
      reference_->sample(sampling_.random(), set, sampling_.batch, true);
  if (sample) return reading_of(*sample.value, sampling_.batch);
  give_up(sample.failure);
  return kNoReading;
}

Result<cuda::Reading> Gathering::sample_copy() {
  const Outcome<cuda::Sample> sample = reference_->sample_copy();
  if (sample) return reading_of(*sample.value, 1);
  give_up(sample.failure);
  return kNoReading;
}

// False: a sample failed.
bool Gathering::choose_batch() {
  if (!sample_student()) return false;
  const Result<cuda::Reading> second = sample_student();  // nothing is loaded late any more
  if (!second) return false;
  if (second->microseconds < kShortKernelUs) sampling_.batch = student_sets_;
  return true;
}

void Gathering::note_other_processes() {
  const Outcome<worker::GpuState> state = reference_->state();
  if (!state || !state.value->processes) return;
  evidence_.report.note = note_about_processes(*state.value->processes);
}

bool Gathering::take_time(const exercise::SizeSet& size, const TimedLaunch& timed) {
  const std::optional<TimedPair> pair = plan_time(size, timed);
  if (!pair) return false;
  tell_on_gpu("timing", where_, true);
  timed_ = &pair->student;
  sampling_ = Sampling{std::mt19937_64(evidence_.report.seed)};
  if (!prepare_time(*pair) || !choose_batch()) return false;
  note_other_processes();

  const cuda::TakeSample copy = [&] { return sample_copy(); };
  Result<cuda::Measurement> measured = cuda::measure(copy, [&] { return sample_student(); }, {});
  if (!measured) return false;
  Timing timing;
  timing.gpu = evidence_.report.name;
  timing.variant = timed.variant.name;
  timing.launch = timed.name;
  timing.where = where_;
  timing.bytes = timed_->bytes;
  timing.batch = sampling_.batch;
  timing.kernel = numbers_of(std::move(*measured));
  const double bytes_a_microsecond =
      static_cast<double>(timing.bytes) / timing.kernel.time_us.median;
  timing.copy_fraction = bytes_a_microsecond * timing.kernel.copy_us.median /
                         static_cast<double>(timed_->job.copy_bytes);
  timing.impossible = why_impossible(timing, device_.peak_bytes_per_second);
  if (timed.with_reference) {
    timing.reference = time_in_reference_process("timing the reference");
    if (!timing.reference) return false;
  }
  if (timed.with_yardstick) {
    timing.yardstick = time_yardstick(pair->yardstick);
    if (!timing.yardstick) return false;
  }
  // Of the reference's launch, whose block no student has chosen.
  if (const auto job = library_job(exercise_, pair->reference, timed.launch)) {
    tell_on_gpu("timing a library", where_, true);
    if (std::optional<LibraryTime> time = time_library(
            {*job, own_cubin_, question_.gpu, *student_, sampling_, question_.cancel})) {
      timing.library = std::move(time->time);
      timing.library_name = std::move(time->name);
    }
  }
  timings_.push_back(std::move(timing));
  return true;
}

// What is loaded in the reference's process and prepared there, as the kernel itself was.
std::optional<TimeNumbers> Gathering::time_in_reference_process(const char* doing) {
  tell_on_gpu(doing, where_, true);
  sampling_.runs = 0;
  Result<cuda::Measurement> measured =
      cuda::measure([&] { return sample_copy(); }, [&] { return sample_reference(); }, {});
  if (!measured) return std::nullopt;
  return numbers_of(std::move(*measured));
}

// The exercise's own yardstick, or the stream among our own kernels, takes the reference's place.
std::optional<TimeNumbers> Gathering::time_yardstick(const worker::TimedJob& job) {
  std::vector<uint8_t> cubin = own_cubin_;
  if (!exercise_.yardstick_file.empty()) {
    std::optional<std::vector<uint8_t>> own =
        compiled(exercise_.yardstick_file, LabSays::yardstick_file);
    if (!own) return std::nullopt;
    cubin = std::move(*own);
  }
  const Outcome<bool> loaded = reference_->load(GpuWorker::Role::kernels, cubin);
  if (!loaded) {
    give_up(loaded.failure);
    return std::nullopt;
  }
  const Outcome<unsigned> sets = reference_->prepare(job, kReferenceLaunchTime);
  if (!sets) {
    give_up(sets.failure);
    return std::nullopt;
  }
  reference_sets_ = *sets.value;
  sampling_.batch = std::min(sampling_.batch, reference_sets_);
  return time_in_reference_process("timing the yardstick");
}

// The same input, made in the reference's process, and its answer. Where only the digests differ
// the answers may still be within the tolerance.
Result<bool> Gathering::verify(uint64_t seed, unsigned set, const cuda::Sample& sample) {
  const unsigned answers = static_cast<unsigned>(
      std::count_if(timed_->job.buffers.begin(), timed_->job.buffers.end(),
                    [](const worker::TimedBuffer& buffer) { return buffer.digested; }));
  const unsigned batch = answers == 0 ? 1 : static_cast<unsigned>(sample.digests.size()) / answers;
  const Outcome<cuda::Sample> expected = reference_->sample(seed, set, batch, false);
  if (!expected) {
    give_up(expected.failure);
    return kNoReading;
  }
  if (expected.value->digests == sample.digests) return true;
  for (unsigned run = 0; run < batch; ++run)
    for (size_t k = 0; k < timed_->job.buffers.size(); ++k) {
      const worker::TimedBuffer& buffer = timed_->job.buffers[k];
      if (!buffer.digested) continue;
      const uint64_t bytes = bytes_of(buffer.description);
      Result<worker::SharedMemory> ours = worker::SharedMemory::create("answer", bytes);
      Result<worker::SharedMemory> theirs = worker::SharedMemory::create("answer", bytes);
      if (!ours || !theirs) return kNoReading;
      if (!reference_->read((set + run) % reference_sets_, k, *ours) ||
          !student_->read((set + run) % student_sets_, k, *theirs))
        return kNoReading;
      const data::Comparison comparison =
          compare(buffer.description.element, theirs->bytes(), ours->bytes(),
                  tolerances_.at(timed_->buffers.at(k)));
      if (!comparison.first) continue;
      evidence_.wrong_when_timed =
          say(LabSays::wrong_when_timed, element_text(buffer.description, *comparison.first),
              comparison.actual_text, comparison.expected_text, where_);
      return kNoReading;
    }
  return true;
}

}  // namespace

Result<GpuAnswer, Saying> gather_gpu_evidence(const GpuQuestion& question) {
  return Gathering(question).gather();
}

}  // namespace warplab::verdict
