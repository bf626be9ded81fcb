#include "lens/look.hpp"

#include <algorithm>
#include <utility>

#include "sim/record.hpp"
#include "verdict/grade.hpp"
#include "verdict/kernel_source.hpp"
#include "verdict/prepared_run.hpp"
#include "verdict/run_plan.hpp"
#include "worker/worker.hpp"

namespace warplab::lens {
namespace {

// Blocks that stand for all: 8 of them spread over the grid, fewer where they are large, so that a
// line with a loop of hundreds of iterations is seen whole.
constexpr sim::RecordOptions kBlocks{
    .most_warps = 32, .most_steps = 0, .most_blocks = 8, .least_blocks = 1};

// The student's choice where the exercise leaves the block to them.
Result<std::optional<Dim3>> chosen_block(const exercise::Exercise& exercise,
                                         worker::Worker& worker) {
  if (!exercise.student_chooses_block) return std::optional<Dim3>();
  const auto variable = worker.variable(verdict::kBlockVariable);
  if (!variable) return Error{variable.failure.message};
  if (!*variable.value) return std::optional<Dim3>();
  const Result<Dim3> choice = verdict::block_choice(exercise, **variable.value);
  if (!choice) return Error{choice.error()};
  return std::optional(*choice);
}

}  // namespace

Result<Look> look(const exercise::Exercise& exercise, const std::string& source,
                  const LookOptions& options) {
  auto started = options.start_worker({});
  if (!started) return Error{started.failure.message};
  worker::Worker& worker = **started.value;
  const auto compiled = worker.compile(
      verdict::kernel_source(exercise, exercise.student_file, source, 90), options.cancel);
  if (!compiled) return Error{compiled.failure.message};
  if (!compiled.value->ok) return Error{exercise.student_file + " does not compile."};
  const Result<std::optional<Dim3>> block = chosen_block(exercise, worker);
  if (!block) return Error{block.error()};

  const std::vector<verdict::PlannedRun> plan = verdict::plan_runs(exercise, options.seed, source);
  const auto graded =
      std::find_if(plan.begin(), plan.end(), [](const auto& run) { return run.graded; });
  if (graded == plan.end()) return Error{exercise.slug + " has no graded size to look at."};
  Result<verdict::PreparedRun, verdict::NotPrepared> run =
      verdict::prepare_run(exercise, *graded, *block);
  if (!run) return Error{run.why().message};
  if (const Result<bool> filled = run->refill(); !filled) return Error{filled.error()};

  const auto& specs = run->setup.launch_specs;
  const auto launch = std::find(specs.begin(), specs.end(), size_t(options.launch_spec));
  if (launch == specs.end()) return Error{"The graded run has no such launch."};
  sim::LogOptions log;
  log.launch = static_cast<int>(launch - specs.begin());
  log.line = options.line;
  const sim::Launch& made = run->setup.launches[static_cast<size_t>(log.launch)];
  log.blocks = sim::blocks_to_record(made.grid.volume(), (made.block.volume() + 31) / 32, kBlocks);
  sim::Options sim_options;
  sim_options.student_file = exercise.student_file;
  sim_options.keep_writers = false;
  auto logged = worker.log_accesses(run->job(sim_options, options.time_limit), log, options.cancel);
  if (!logged) return Error{logged.failure.message};
  Look result{run->setup.label, exercise.launches[*launch].name, run->setup.buffers,
              std::move(*logged.value)};
  // What was asked for is known here; the worker's word for it is not needed.
  result.log.kernel = made.kernel;
  result.log.grid = made.grid;
  result.log.block = made.block;
  return result;
}

}  // namespace warplab::lens
