#pragma once
// A worker without a process: a test says what compiling gives and what a kernel does to its
// buffers.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verdict/reference.hpp"
#include "worker/worker.hpp"

namespace scripted {

using warplab::worker::Failure;
using warplab::worker::Job;
using warplab::worker::Outcome;

// One launch sequence as a test's kernel sees it.
class Run {
 public:
  explicit Run(const Job& job) : job_(job) {}
  std::span<const float> input(size_t buffer) const {
    const std::span<std::byte> bytes = job_.buffers.at(buffer).initial->bytes();
    return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
  }
  std::span<float> output(size_t buffer) const {
    const std::span<std::byte> bytes = job_.buffers.at(buffer).result->bytes();
    return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
  }
  const Job& job() const { return job_; }

 private:
  const Job& job_;
};

using Kernel = std::function<Outcome<warplab::sim::Report>(const Run&)>;

struct Script {
  bool compiles = true;
  std::optional<Failure> compile_failure;
  std::vector<warplab::compile::Diagnostic> diagnostics;
  std::optional<std::vector<uint8_t>> block_variable;
  uint64_t undefined_variables = 0;  // that the source declares without a value
  bool marked_compiles = true;       // the source with them marked
  Kernel kernel;
  std::vector<uint8_t> written;                         // see Worker::written()
  std::optional<warplab::data::LaunchTrace> recording;  // of every launch
  std::function<void(const Job&)> on_recording;         // sees what each of them begins with
  // What happened.
  int runs = 0, recordings = 0;
  std::vector<std::string> compiled_files;
};

inline warplab::sim::Report completed(const Job& job) {
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

template <class T>
Outcome<T> failed(Failure::Kind kind, const std::string& message) {
  return {std::nullopt, Failure{kind, message}};
}

class ScriptedWorker : public warplab::worker::Worker {
 public:
  explicit ScriptedWorker(Script& script) : script_(script) {}
  Outcome<warplab::compile::Compiled> compile(const warplab::compile::Source& source,
                                              const std::atomic<bool>*) override {
    script_.compiled_files.push_back(source.file_name);
    if (script_.compile_failure) return {std::nullopt, *script_.compile_failure};
    warplab::compile::Compiled compiled;
    compiled.ok = source.mark_undefined ? script_.marked_compiles : script_.compiles;
    compiled.undefined_variables = script_.undefined_variables;
    compiled.diagnostics = script_.diagnostics;
    compiled.compiler = "NVRTC 13.0";
    return {compiled, {}};
  }
  Outcome<warplab::sim::Report> simulate(const Job& job,
                                         const std::function<void(double)>& progress,
                                         const std::atomic<bool>*) override {
    if (job.options.watch) return watched(job);
    ++script_.runs;
    if (progress) progress(1);
    return script_.kernel(Run(job));
  }
  Outcome<warplab::sim::Recording> record(const Job& job, const std::atomic<bool>*) override {
    ++script_.recordings;
    if (script_.on_recording) script_.on_recording(job);
    if (!script_.recording) return failed<warplab::sim::Recording>(Failure::Kind::rejected, "no");
    warplab::sim::Recording recording{{*script_.recording}, {}, true};
    recording.trace_of.assign(job.launches.size(), 0);
    return {recording, {}};
  }
  Outcome<warplab::data::AccessLog> log_accesses(const Job&, const warplab::sim::LogOptions&,
                                                 const std::atomic<bool>*) override {
    return failed<warplab::data::AccessLog>(Failure::Kind::rejected, "no");
  }
  Outcome<std::optional<std::vector<uint8_t>>> variable(const std::string& name) override {
    CHECK(name == "warplab_block");
    return {script_.block_variable, {}};
  }
  Outcome<std::optional<Writer>> writer_of(int, uint64_t index) override {
    return {Writer{0, {{0, 0, 0}, {static_cast<uint32_t>(index), 0, 0}}}, {}};
  }
  Outcome<std::vector<uint8_t>> written(int, uint64_t) override { return {script_.written, {}}; }

 private:
  static Outcome<warplab::sim::Report> watched(const Job& job) {
    warplab::sim::Report report = completed(job);
    report.watched = warplab::sim::WatchedWrite{
        0, {{0, 0, 0}, {static_cast<uint32_t>(job.options.watch->index), 0, 0}}, 7};
    return {report, {}};
  }
  Script& script_;
};

// The student's script is used by the first worker that is started, `reference` by all others.
inline warplab::verdict::StartWorker workers(Script& student, Script& reference) {
  auto started = std::make_shared<int>(0);
  return [&student, &reference, started](const warplab::worker::Limits&) {
    Script& script = (*started)++ == 0 ? student : reference;
    Outcome<std::unique_ptr<warplab::worker::Worker>> outcome;
    outcome.value = std::make_unique<ScriptedWorker>(script);
    return outcome;
  };
}

}  // namespace scripted
