#include "lens/look.hpp"

#include <algorithm>
#include <utility>

#include "lens/student_block.hpp"
#include "sim/record.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/run_plan.hpp"
#include "words/text.hpp"
#include "worker/worker.hpp"

namespace warplab::lens {
namespace {

// Blocks that stand for all: 8 of them spread over the grid, fewer where they are large, so that a
// line with a loop of hundreds of iterations is seen whole.
constexpr sim::RecordOptions kBlocks{
    .most_warps = 32, .most_steps = 0, .most_blocks = 8, .least_blocks = 1};

}  // namespace

LookSession::LookSession(const exercise::Exercise& exercise, std::string source,
                         LookOptions options)
    : exercise_(exercise), source_(std::move(source)), options_(std::move(options)) {}

Result<bool> LookSession::prepare(const std::atomic<bool>* cancel) {
  if (run_) return true;
  if (!worker_) {
    auto started = options_.start_worker({});
    if (!started) return Error{words::text_of(started.failure.says)};
    worker_ = std::move(*started.value);
  }
  auto compiled = worker_->compile(verdict::kernel_source(exercise_, exercise_.student_file,
                                                          source_, options_.compute_capability),
                                   cancel);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  if (!compiled.value->ok) return Error{exercise_.student_file + " does not compile."};
  compiled_ = std::move(*compiled.value);
  const Result<std::optional<Dim3>> block = student_block(exercise_, *worker_);
  if (!block) return Error{block.error()};
  plan_ = verdict::plan_runs(exercise_, options_.seed, source_);
  const auto graded =
      std::find_if(plan_.begin(), plan_.end(), [](const auto& run) { return run.graded; });
  if (graded == plan_.end()) return Error{exercise_.slug + " has no graded size to look at."};
  Result<verdict::PreparedRun, verdict::NotPrepared> run =
      verdict::prepare_run(exercise_, *graded, *block);
  if (!run) return Error{run.why().message};
  run_ = std::move(*run);
  return true;
}

Result<Look> LookSession::look(const LookOptions& options) {
  if (const Result<bool> ready = prepare(options.cancel); !ready) return Error{ready.error()};
  if (const Result<bool> filled = run_->refill(); !filled) return Error{filled.error()};
  const exercise::Case& setup = run_->setup;
  sim::LogOptions log;
  if (options.launch) {
    log.launch = *options.launch;
    if (log.launch < 0 || static_cast<size_t>(log.launch) >= setup.launches.size())
      return Error{"The graded run has no such launch."};
  } else {
    const auto& specs = setup.launch_specs;
    const auto launch = std::find(specs.begin(), specs.end(), size_t(options.launch_spec));
    if (launch == specs.end()) return Error{"The graded run has no such launch."};
    log.launch = static_cast<int>(launch - specs.begin());
  }
  log.line = options.line;
  log.most_accesses = options.most_accesses;
  log.count_instructions = options.count_instructions;
  const sim::Launch& made = setup.launches[static_cast<size_t>(log.launch)];
  log.blocks = sim::blocks_to_record(made.grid.volume(), (made.block.volume() + 31) / 32, kBlocks);
  if (options.block && *options.block < made.grid.volume()) {
    const auto at = std::lower_bound(log.blocks.begin(), log.blocks.end(), *options.block);
    if (at == log.blocks.end() || *at != *options.block) log.blocks.insert(at, *options.block);
  }
  sim::Options sim_options;
  sim_options.student_file = exercise_.student_file;
  sim_options.keep_writers = false;
  has_writers_ = false;
  auto logged =
      worker_->log_accesses(run_->job(sim_options, options.time_limit), log, options.cancel);
  if (!logged) return Error{words::text_of(logged.failure.says)};
  const size_t spec = setup.launch_specs[static_cast<size_t>(log.launch)];
  Look result{setup.label,
              exercise_.launches[spec].name,
              setup.buffers,
              std::move(*logged.value),
              static_cast<int>(spec),
              log.launch};
  // What was asked for is known here; the worker's word for it is not needed.
  result.log.kernel = made.kernel;
  result.log.grid = made.grid;
  result.log.block = made.block;
  return result;
}

Result<std::optional<LookSession::Written>> LookSession::writer_of(const std::string& buffer,
                                                                   uint64_t index,
                                                                   const LookOptions& options) {
  if (const Result<bool> ready = prepare(options.cancel); !ready) return Error{ready.error()};
  const auto& buffers = run_->setup.buffers;
  const auto at = std::find_if(buffers.begin(), buffers.end(),
                               [&](const data::Buffer& one) { return one.name == buffer; });
  if (at == buffers.end()) return Error{"The run has no buffer " + buffer + "."};
  if (!has_writers_) {
    sim::Options sim_options;
    sim_options.student_file = exercise_.student_file;
    sim_options.exact_tracking = false;  // who wrote is asked, not whether it was right
    const auto report =
        verdict::simulate(*run_, sim_options, options.time_limit, *worker_, {}, options.cancel);
    if (!report) return Error{words::text_of(report.failure.says)};
    has_writers_ = true;
  }
  const auto writer = worker_->writer_of(static_cast<int>(at - buffers.begin()), index);
  if (!writer) return Error{words::text_of(writer.failure.says)};
  if (!*writer.value) return std::optional<Written>();
  const auto& [launch, place] = **writer.value;
  const exercise::Case& setup = run_->setup;
  if (launch < 0 || static_cast<size_t>(launch) >= setup.launches.size())
    return std::optional<Written>();
  const sim::Launch& made = setup.launches[static_cast<size_t>(launch)];
  const auto number = [](const Dim3& at_place, const Dim3& extent) {
    return at_place.x + uint64_t{extent.x} * (at_place.y + uint64_t{extent.y} * at_place.z);
  };
  return std::optional(Written{static_cast<int>(setup.launch_specs[static_cast<size_t>(launch)]),
                               launch, number(place.block, made.grid),
                               number(place.thread, made.block)});
}

Result<Look> look(const exercise::Exercise& exercise, const std::string& source,
                  const LookOptions& options) {
  return LookSession(exercise, source, options).look(options);
}

}  // namespace warplab::lens
