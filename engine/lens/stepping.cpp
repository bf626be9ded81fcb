#include "lens/stepping.hpp"

#include <algorithm>
#include <utility>

#include "base/lines.hpp"
#include "lens/source_names.hpp"
#include "lens/student_block.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/run_plan.hpp"
#include "words/text.hpp"

namespace warplab::lens {
Stepping::Stepping(const exercise::Exercise& exercise, std::string source, uint64_t seed,
                   uint64_t most_work)
    : exercise_(exercise), source_(std::move(source)), seed_(seed), most_work_(most_work) {}

Result<bool> Stepping::compile(const std::atomic<bool>* cancel) {
  if (!plan_.empty()) return true;
  auto started = worker::WalkWorker::start({});
  if (!started) return Error{words::text_of(started.failure.says)};
  worker_ = std::move(*started.value);
  const auto compiled = worker_->compile(
      verdict::kernel_source(exercise_, exercise_.student_file, source_, 90), cancel);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  if (!compiled.value->ok) return Error{exercise_.student_file + " does not compile."};
  ptx_ = lines_of(compiled.value->ptx);
  const Result<std::optional<Dim3>> block = student_block(exercise_, *worker_);
  if (!block) return Error{block.error()};
  block_ = *block;
  plan_ = verdict::plan_runs(exercise_, seed_, source_);
  std::vector<std::string_view> headers;
  for (const exercise::Header& header : exercise_.headers) headers.push_back(header.text);
  noted_ = compile::note_variables(source_, exercise_.student_file, headers);
  return true;
}

// The runs are those of the text as it is; what is walked is that, or the one with notes.
Result<bool> Stepping::choose_text(bool with_variables, const std::atomic<bool>* cancel) {
  with_variables &= !noted_.text.empty();
  if (with_variables == has_variables_) return true;
  const auto compile_text = [&](const std::string& text) {
    return worker_->compile(verdict::kernel_source(exercise_, exercise_.student_file, text, 90),
                            cancel);
  };
  auto compiled = compile_text(with_variables ? noted_.text : source_);
  if (compiled && !compiled.value->ok && with_variables) {
    with_variables = false;
    noted_ = {};
    compiled = compile_text(source_);
  }
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  if (!compiled.value->ok) return Error{exercise_.student_file + " does not compile."};
  ptx_ = lines_of(compiled.value->ptx);
  has_variables_ = with_variables;
  return true;
}

// A run's label is known once its expressions have values; memory is made for the chosen one alone.
Result<bool> Stepping::prepare(const std::string& where) {
  if (run_ && (where.empty() ? run_->plan.graded : run_->setup.label == where)) return true;
  run_.reset();
  for (const verdict::PlannedRun& plan : plan_) {
    if (where.empty() && !plan.graded) continue;
    if (!where.empty()) {
      const Result<exercise::Case> setup =
          exercise::instantiate(exercise_, plan.size, *plan.variant, plan.seed, block_);
      if (!setup || setup->label != where) continue;
    }
    Result<verdict::PreparedRun, verdict::NotPrepared> run =
        verdict::prepare_run(exercise_, plan, block_);
    if (!run) return Error{run.why().message};
    run_ = std::move(*run);
    return true;
  }
  return Error{where.empty() ? exercise_.slug + " has no graded size to step through."
                             : "No run of this file has " + where + "."};
}

Result<std::vector<data::Launch>> Stepping::launches(const std::string& where,
                                                     const std::atomic<bool>* cancel) {
  if (const Result<bool> compiled = compile(cancel); !compiled) return Error{compiled.error()};
  if (const Result<bool> ready = prepare(where); !ready) return Error{ready.error()};
  return run_->setup.launches;
}

Result<std::string> Stepping::small_run(const std::atomic<bool>* cancel) {
  if (const Result<bool> compiled = compile(cancel); !compiled) return Error{compiled.error()};
  // With fewer elements most of a warp has nothing to do, and nothing is seen.
  constexpr uint64_t kFewest = 4;
  const auto is_small = [](const data::Buffer& buffer) {
    return elements_of(buffer) >= kFewest && bytes_of(buffer) <= data::kMostCellBytes;
  };
  for (const verdict::PlannedRun& plan : plan_) {
    if (plan.size.purpose != exercise::SizeSet::Purpose::check || plan.size.derived) continue;
    const Result<exercise::Case> setup =
        exercise::instantiate(exercise_, plan.size, *plan.variant, plan.seed, block_);
    if (setup && std::ranges::all_of(setup->buffers, is_small)) return setup->label;
  }
  return std::string();
}

Result<OpenBlock> Stepping::open(const BlockChoice& choice, std::chrono::milliseconds time_limit,
                                 const std::atomic<bool>* cancel) {
  if (const Result<bool> compiled = compile(cancel); !compiled) return Error{compiled.error()};
  if (const Result<bool> chosen = choose_text(choice.variables, cancel); !chosen)
    return Error{chosen.error()};
  if (const Result<bool> ready = prepare(choice.where); !ready) return Error{ready.error()};
  if (const Result<bool> filled = run_->refill(); !filled) return Error{filled.error()};
  const exercise::Case& setup = run_->setup;
  if (choice.launch < 0 || static_cast<size_t>(choice.launch) >= setup.launches.size())
    return Error{"The run has no such launch."};
  sim::Options options;
  options.student_file = exercise_.student_file;
  options.keep_writers = false;
  options.schedule = choice.order;
  sim::StepOptions steps;
  steps.launch = choice.launch;
  steps.block = choice.block;
  steps.whole_launch = choice.whole_launch;
  steps.most_work = most_work_;
  auto walk = worker_->open_walk(run_->job(options, time_limit), steps, cancel);
  if (!walk) return Error{words::text_of(walk.failure.says)};
  const auto launch = static_cast<size_t>(choice.launch);
  OpenBlock open{choice,
                 std::move(*walk.value),
                 {},
                 exercise_.launches[setup.launch_specs[launch]].name,
                 setup.launches.size(),
                 setup.buffers};
  open.choice.where = setup.label;
  name_registers(source_, open.walk);
  if (has_variables_) open.variables = variables_of(open.walk, noted_.variables);
  // What was asked for is known here; the worker's word for it is not needed.
  if (open.walk.grid != setup.launches[launch].grid ||
      open.walk.block != setup.launches[launch].block)
    return Error{"The walk is none through the block that was asked for."};
  return open;
}

Result<data::StepState> Stepping::state_at(uint32_t position, uint32_t warp, uint32_t lane) {
  if (!worker_) return Error{"No block has been opened."};
  auto state = worker_->state_at(position, warp, lane);
  if (!state) return Error{words::text_of(state.failure.says)};
  return std::move(*state.value);
}

Result<std::optional<data::StepState>> Stepping::find(const data::StepSearch& search, uint32_t warp,
                                                      uint32_t lane) {
  if (!worker_) return Error{"No block has been opened."};
  auto state = worker_->find_state(search, warp, lane);
  if (!state) return Error{words::text_of(state.failure.says)};
  return std::move(*state.value);
}

}  // namespace warplab::lens
