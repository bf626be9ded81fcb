#include "time/trace_machine.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "common/niceness.hpp"
#include "verdict/gpu/models.hpp"
#include "verdict/plan/run_plan.hpp"

namespace warplab::app {
namespace {

using Of = ModelledLaunch::Of;

// A recording takes tenths of a second; one that takes this long will not end.
constexpr std::chrono::milliseconds kRecordingTime{60'000};

constexpr int kNoStream = -2;

// A recorded launch has up to 200 000 steps of some 40 bytes with all that belongs to them, so that
// what is kept stays below 80 MB.
constexpr size_t kMostKept = 8;

// The compute capabilities that the files of assets/gpus name. Compiling for all of them beforehand
// makes any other GPU a replay only.
constexpr int kCapabilities[] = {75, 80, 86, 89, 90};

// The launches, or all together (-1), that a gate compares with a yardstick in this variant.
std::set<int> launches_with_yardstick(const exercise::Exercise& exercise,
                                      const std::string& variant) {
  std::set<int> launches;
  for (const exercise::Gate& gate : exercise.gates)
    if (gate.metric == exercise::kYardstickFractionMetric && gate.is_of(variant))
      launches.insert(gate.launch);
  return launches;
}

double instructions_a_second(const model::Gpu& gpu) {
  constexpr double kLanes = 32;
  return static_cast<double>(gpu.multiprocessors * gpu.schedulers) * kLanes * gpu.clock_mhz * 1e6;
}

}  // namespace

const exercise::Variant* variant_named(const exercise::Exercise& exercise,
                                       const std::string& name) {
  const auto found = std::ranges::find(exercise.variants, name, &exercise::Variant::name);
  return found == exercise.variants.end() ? nullptr : &*found;
}

double bytes_to_move(const exercise::Case& run, size_t launch_spec) {
  std::set<size_t> buffers;
  for (size_t i = 0; i < run.launches.size(); ++i)
    if (run.launch_specs[i] == launch_spec)
      for (const data::Argument& argument : run.launches[i].arguments)
        if (argument.buffer >= 0) buffers.insert(static_cast<size_t>(argument.buffer));
  double bytes = 0;
  for (const size_t i : buffers) {
    const auto role = run.specs[i]->role;
    if (role == exercise::Buffer::Role::scratch) continue;
    const auto own = static_cast<double>(bytes_of(run.buffers[i]));
    bytes += role == exercise::Buffer::Role::inout ? 2 * own : own;
  }
  return bytes;
}

// What is recorded and replayed at one time.
struct TraceMachine::Step {
  const WhatIfQuestion& question;
  const Talk& talk;
  File file = File::student;
  std::string variant;
  std::optional<Dim3> block;
  // Of the yardstick where it is the built-in stream: whose, an index into Exercise::launches, or
  // -1: that of all. Else kNoStream.
  int stream_of = kNoStream;
  bool at_graded_size = false;  // else at the question's
};

// Its workers stand back behind everything that the student waits for.
TraceMachine::TraceMachine(const verdict::StartWorker& start_worker)
    : start_worker_([start_worker](worker::Limits limits) {
        limits.niceness = kNiceness;
        return start_worker(limits);
      }) {}

void TraceMachine::begin(const WhatIfQuestion& question) {
  const bool same_exercise = exercise_ && exercise_->slug == question.exercise->slug &&
                             exercise_->hash == question.exercise->hash &&
                             compute_capability_ == question.compute_capability;
  if (same_exercise && source_ == question.source) return;
  // The exercise's own files are the same for another text of the student's.
  const auto is_forgotten = [&](const Kept& kept) {
    return !same_exercise || kept.file == File::student;
  };
  std::erase_if(kept_, is_forgotten);
  sessions_[static_cast<size_t>(File::student)].reset();
  if (!same_exercise) {
    for (auto& session : sessions_) session.reset();
    exercise_ = question.exercise;
    compute_capability_ = question.compute_capability;
  }
  source_ = question.source;
  own_block_.reset();
  refused_.clear();
  has_all_code_ = false;
}

// Null: there is no such file.
verdict::ModelSession* TraceMachine::session(File file) {
  auto& session = sessions_[static_cast<size_t>(file)];
  if (session) return session.get();
  const Result<std::string> text = file == File::yardstick   ? verdict::yardstick_source(*exercise_)
                                   : file == File::reference ? verdict::reference_source(*exercise_)
                                                             : Result<std::string>(source_);
  if (!text) return nullptr;
  session = std::make_unique<verdict::ModelSession>(*exercise_, *text, start_worker_,
                                                    compute_capability_);
  return session.get();
}

Result<verdict::RecordedRun> TraceMachine::recorded(const Step& step) {
  const auto plans = verdict::plan_runs(*exercise_, 1, source_);
  const auto graded = std::ranges::find_if(plans, [&](const verdict::PlannedRun& plan) {
    return plan.graded && plan.variant->name == step.variant;
  });
  if (graded == plans.end()) return Error{"The exercise has no graded size."};
  verdict::PlannedRun plan = *graded;
  if (!step.at_graded_size) plan.size = size_of(*exercise_, step.question.sizes);
  const auto known = std::ranges::find_if(kept_, [&](const Kept& kept) {
    return kept.file == step.file && kept.variant == step.variant &&
           kept.sizes == plan.size.values && kept.block == step.block &&
           kept.stream_of == step.stream_of;
  });
  if (known != kept_.end()) return known->run;
  verdict::ModelSession* const own = session(step.file);
  if (own == nullptr) return Error{"Its file cannot be read."};
  Result<verdict::RecordedRun> run =
      step.stream_of == kNoStream
          ? own->record(plan, step.block, kRecordingTime, step.talk.cancel)
          : own->record_stream(plan, step.stream_of, kRecordingTime, step.talk.cancel);
  if (!run) return Error{run.error()};
  kept_.push_back({step.file, step.variant, plan.size.values, step.block, step.stream_of, *run});
  if (kept_.size() > kMostKept) kept_.pop_front();
  return run;
}

// Of the student's text as it was run: with its own block, at the graded size.
Result<std::vector<std::string>> TraceMachine::refused(const Step& step) {
  const CountedByVariant* const all = step.question.counted.get();
  if (step.file != File::student || all == nullptr || !all->contains(step.variant))
    return std::vector<std::string>{};
  if (const auto known = refused_.find(step.variant); known != refused_.end()) return known->second;
  Step graded = step;
  graded.block = own_block_;
  graded.at_graded_size = true;
  const Result<verdict::RecordedRun> run = recorded(graded);
  if (!run) return Error{run.error()};
  return refused_[step.variant] =
             verdict::unlike_what_was_counted(*exercise_, *run, all->at(step.variant));
}

Result<std::vector<ModelledLaunch>> TraceMachine::modelled(const Step& step) {
  Result<std::vector<std::string>> without_model = refused(step);
  if (!without_model) return Error{without_model.error()};
  Result<verdict::RecordedRun> run = recorded(step);
  if (!run) return Error{run.error()};
  run->refused = std::move(*without_model);
  const Result<model::KernelCode> code =
      session(step.file)->code_for(step.question.gpu, step.talk.cancel);
  if (!code) return Error{code.error()};
  const std::vector<model::LaunchModel> models = verdict::models_of(*run, step.question.gpu, *code);

  const Result<exercise::Case> setup =
      exercise::instantiate(*exercise_, size_of(*exercise_, step.question.sizes),
                            *variant_named(*exercise_, step.variant), 1, step.block);
  if (!setup) return Error{setup.error()};
  std::vector<ModelledLaunch> launches;
  if (step.stream_of != kNoStream) {
    const auto spec = static_cast<size_t>(std::max(step.stream_of, 0));
    launches.push_back({Of::yardstick, "the yardstick", spec, false, model::together(models), 0});
    return launches;
  }
  for (size_t spec = 0; spec < exercise_->launches.size(); ++spec) {
    std::vector<model::LaunchModel> own;
    for (size_t i = 0; i < models.size() && i < setup->launch_specs.size(); ++i)
      if (setup->launch_specs[i] == spec) own.push_back(models[i]);
    if (own.empty()) continue;
    const exercise::LaunchSpec& launch = exercise_->launches[spec];
    launches.push_back({Of::student, launch.name.empty() ? launch.kernel : launch.name, spec,
                        launch.given, own.size() == 1 ? own.front() : model::together(own),
                        bytes_to_move(*setup, spec)});
  }
  return launches;
}

// What the student's launches are seen beside: the same ones in other variants, the reference's and
// the yardstick's. What one of them fails of is said, and the others stay.
void TraceMachine::compare(const WhatIfQuestion& question, const Talk& talk, WhatIfAnswer& answer) {
  const auto add = [&](Of of, const Step& step, const std::string& name) {
    Result<std::vector<ModelledLaunch>> launches = modelled(step);
    if (!launches) {
      answer.why_not_compared = launches.error();
      return;
    }
    for (ModelledLaunch& launch : *launches) {
      launch.of = of;
      if (launch.given) continue;  // it is not the student's in any of them
      if (!name.empty()) launch.name = name;
      answer.launches.push_back(std::move(launch));
    }
  };
  for (const exercise::Variant& variant : exercise_->variants) {
    if (variant.name == question.variant) continue;
    talk.tell("comparing with " + variant.name, 0.6);
    add(Of::other_variant,
        {question, talk, File::student, variant.name,
         answer.block_was_tried ? question.block : own_block_},
        variant.name);
    if (*talk.cancel) return;
  }
  if (!exercise_->reference_file.empty()) {
    talk.tell("comparing with the reference", 0.75);
    add(Of::reference, {question, talk, File::reference, question.variant, {}}, "");
    if (*talk.cancel) return;
  }
  compare_with_yardstick(question, talk, answer);
}

void TraceMachine::compare_with_yardstick(const WhatIfQuestion& question, const Talk& talk,
                                          WhatIfAnswer& answer) {
  for (const int launch : launches_with_yardstick(*exercise_, question.variant)) {
    talk.tell("comparing with the yardstick", 0.85);
    const bool is_stream = exercise_->yardstick_file.empty();
    Result<std::vector<ModelledLaunch>> launches = modelled(
        {question, talk, File::yardstick, question.variant, {}, is_stream ? launch : kNoStream});
    if (!launches) {
      answer.why_not_compared = launches.error();
      return;
    }
    for (ModelledLaunch& one : *launches) {
      one.of = Of::yardstick;
      if (!one.given) answer.launches.push_back(std::move(one));
    }
    if (!is_stream) return;  // all of its launches are there now
  }
}

void TraceMachine::compile_for_all(const Talk& talk) {
  if (has_all_code_) return;
  for (const int capability : kCapabilities) {
    model::Gpu gpu;
    gpu.compute_capability = capability;
    for (auto& session : sessions_)
      if (session && !*talk.cancel) (void)session->code_for(gpu, talk.cancel);
  }
  has_all_code_ = !*talk.cancel;
}

Result<bool> TraceMachine::answer(const WhatIfQuestion& question, const Talk& talk) {
  begin(question);
  if (variant_named(*exercise_, question.variant) == nullptr)
    return Error{"The exercise has no such variant."};
  talk.tell("recording some blocks", 0.1);
  if (exercise_->student_chooses_block && !own_block_) {
    const Result<std::optional<Dim3>> chosen = session(File::student)->chosen_block(talk.cancel);
    if (!chosen) return Error{chosen.error()};
    own_block_ = chosen->value_or(exercise_->default_block);
  }
  WhatIfAnswer answer;
  answer.gpu = question.gpu.name;
  answer.variant = question.variant;
  answer.sizes = question.sizes;
  answer.block_was_tried = question.block && question.block != own_block_;
  const Step own{question, talk, File::student, question.variant,
                 question.block ? question.block : own_block_};
  Result<std::vector<ModelledLaunch>> launches = modelled(own);
  if (!launches) return Error{launches.error()};
  answer.launches = std::move(*launches);
  const exercise::SizeSet size = size_of(*exercise_, question.sizes);
  answer.where = size.label;
  const Result<exercise::Case> setup = exercise::instantiate(
      *exercise_, size, *variant_named(*exercise_, question.variant), 1, own.block);
  if (setup && !setup->launches.empty()) answer.block = setup->launches.front().block;
  answer.dram_bytes_per_second = model::roofs_of(question.gpu).dram;
  answer.instructions_per_second = instructions_a_second(question.gpu);
  if (!talk.publish(answer)) return true;
  compare(question, talk, answer);
  if (*talk.cancel) return true;
  answer.is_whole = true;
  if (talk.publish(std::move(answer))) compile_for_all(talk);
  return true;
}

}  // namespace warplab::app
