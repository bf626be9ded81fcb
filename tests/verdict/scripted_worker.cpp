#include "scripted_worker.hpp"

#include <memory>

namespace scripted {

warplab::sim::Report completed(const Job& job) {
  warplab::sim::Report report;
  report.completed = report.races_checked = true;
  report.launches.resize(job.launches.size());
  for (auto& launch : report.launches) {
    launch.completed = true;
    launch.total[warplab::sim::Counter::global_load_requests] = 10;
    launch.total[warplab::sim::Counter::global_load_sectors] = 40;
    launch.lines[3] = launch.total;
  }
  return report;
}

warplab::verdict::StartWorker workers(Script& student, Script& reference) {
  auto started = std::make_shared<int>(0);
  return [&student, &reference, started](const warplab::worker::Limits&) {
    Script& script = (*started)++ == 0 ? student : reference;
    Outcome<std::unique_ptr<warplab::worker::Worker>> outcome;
    outcome.value = std::make_unique<ScriptedWorker>(script);
    return outcome;
  };
}

ScriptedWorker::ScriptedWorker(Script& script) : script_(script) {}

Outcome<warplab::compile::Compiled> ScriptedWorker::compile(const warplab::compile::Source& source,
                                                            const std::atomic<bool>*) {
  script_.compiled_files.push_back(source.file_name);
  if (script_.compile_failure) return {std::nullopt, *script_.compile_failure};
  if (source.mark_undefined && script_.marked_failure && script_.failures_left-- > 0)
    return {std::nullopt, *script_.marked_failure};
  warplab::compile::Compiled compiled;
  compiled.ok = source.mark_undefined ? script_.marked_compiles : script_.compiles;
  compiled.undefined_variables = script_.undefined_variables;
  compiled.diagnostics = script_.diagnostics;
  compiled.compiler = "NVRTC 13.0";
  return {compiled, {}};
}

Outcome<warplab::sim::Report> ScriptedWorker::simulate(const Job& job,
                                                       const std::function<void(double)>& progress,
                                                       const std::atomic<bool>*) {
  if (job.options.watch) return watched(job);
  ++script_.runs;
  if (progress) progress(1);
  return script_.kernel(Run(job));
}

Outcome<warplab::sim::Recording> ScriptedWorker::record(const Job& job, const std::atomic<bool>*) {
  ++script_.recordings;
  if (script_.on_recording) script_.on_recording(job);
  if (!script_.recording) return failed<warplab::sim::Recording>(Failure::Kind::rejected, "no");
  warplab::sim::Recording recording{{*script_.recording}, {}, true};
  recording.trace_of.assign(job.launches.size(), 0);
  return {recording, {}};
}

Outcome<warplab::data::AccessLog> ScriptedWorker::log_accesses(const Job&,
                                                               const warplab::sim::LogOptions&,
                                                               const std::atomic<bool>*) {
  ++script_.logs;
  if (!script_.access_log) return failed<warplab::data::AccessLog>(Failure::Kind::rejected, "no");
  return {script_.access_log, {}};
}

Outcome<std::optional<std::vector<uint8_t>>> ScriptedWorker::variable(const std::string& name) {
  CHECK(name == "warplab_block");
  return {script_.block_variable, {}};
}

Outcome<std::optional<ScriptedWorker::Writer>> ScriptedWorker::writer_of(int, uint64_t index) {
  return {Writer{0, {{0, 0, 0}, {static_cast<uint32_t>(index), 0, 0}}}, {}};
}

Outcome<std::vector<uint8_t>> ScriptedWorker::written(int, uint64_t) {
  return {script_.written, {}};
}

Outcome<warplab::sim::Report> ScriptedWorker::watched(const Job& job) {
  warplab::sim::Report report = completed(job);
  report.watched = warplab::sim::WatchedWrite{
      0, {{0, 0, 0}, {static_cast<uint32_t>(job.options.watch->index), 0, 0}}, 7};
  return {report, {}};
}

Script::Script() = default;
Script::~Script() = default;
Script::Script(const Script&) = default;
Script& Script::operator=(const Script&) = default;

Run::Run(const Job& job) : job_(job) {}

std::span<const float> Run::input(size_t buffer) const {
  const std::span<std::byte> bytes = job_.buffers.at(buffer).initial->bytes();
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

std::span<float> Run::output(size_t buffer) const {
  const std::span<std::byte> bytes = job_.buffers.at(buffer).result->bytes();
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}

const Job& Run::job() const { return job_; }

}  // namespace scripted
