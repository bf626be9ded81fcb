#include "live/live_kernel.hpp"

#include <fmt/format.h>

#include <utility>

#include "verdict/plan/block_choice.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

// One launch of a picture's size takes milliseconds; what takes this long does not end.
constexpr std::chrono::milliseconds kLaunchTime{20'000};

std::string first_error(const compile::Compiled& compiled) {
  for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
    if (diagnostic.severity == compile::Diagnostic::Severity::error)
      return diagnostic.line > 0 ? fmt::format("It does not compile. Line {}: {}", diagnostic.line,
                                               diagnostic.message)
                                 : "It does not compile: " + diagnostic.message;
  return "It does not compile.";
}

}  // namespace

Result<LiveKernel> compile_for_live(const exercise::Exercise& exercise, const std::string& file,
                                    const std::string& text, int compute_capability,
                                    const verdict::StartWorker& start,
                                    const std::atomic<bool>& cancel) {
  LiveKernel kernel;
  worker::Outcome<std::unique_ptr<worker::Worker>> started = start(worker::Limits{});
  if (!started) return Error{words::text_of(started.failure.says)};
  kernel.worker = std::move(*started.value);
  worker::Outcome<compile::Compiled> compiled = kernel.worker->compile(
      verdict::kernel_source(exercise, file, text, compute_capability), &cancel);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  kernel.compiled = std::move(*compiled.value);
  if (!kernel.compiled.ok) return Error{first_error(kernel.compiled)};
  if (!exercise.student_chooses_block) return kernel;
  const worker::Outcome<std::optional<std::vector<uint8_t>>> variable =
      kernel.worker->variable(verdict::kBlockVariable);
  if (!variable) return Error{words::text_of(variable.failure.says)};
  if (!*variable.value) return kernel;
  const Result<Dim3, data::Saying> choice = verdict::block_choice(exercise, **variable.value);
  if (!choice) return Error{words::text_of(choice.why())};
  kernel.block = *choice;
  return kernel;
}

Result<bool> simulate_for_live(verdict::PreparedRun& run, const std::string& file,
                               sim::Schedule schedule, unsigned threads, worker::Worker& worker,
                               const std::atomic<bool>& cancel) {
  sim::Options options;
  options.threads = threads;
  options.schedule = schedule;
  options.student_file = file;
  // Whether there is a race is for a run to say; here its consequences are looked at.
  options.exact_tracking = false;
  options.keep_writers = false;
  const worker::Outcome<sim::Report> report =
      worker.simulate(run.job(options, kLaunchTime), {}, &cancel);
  if (!report) return Error{words::text_of(report.failure.says)};
  if (report.value->cancelled) return Error{"The launch was cancelled."};
  // Accesses that leave their buffers were not made, so that what is in the buffers would not be
  // what a GPU makes of them.
  for (const sim::Finding& finding : report.value->findings)
    if (!report.value->completed || verdict::gate_of(finding.kind) == "in_bounds")
      return Error{words::text_of(finding)};
  if (!report.value->completed) return Error{"The launch did not end."};
  return true;
}

}  // namespace warplab::app
