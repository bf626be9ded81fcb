#pragma once
// A worker without a process: a test says what compiling gives and what a kernel does to its
// buffers.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verdict/run/reference.hpp"
#include "worker/worker.hpp"

namespace scripted {

using warplab::worker::Failure;
using warplab::worker::Job;
using warplab::worker::Outcome;

// One launch sequence as a test's kernel sees it.
class Run {
 public:
  explicit Run(const Job& job);
  std::span<const float> input(size_t buffer) const;
  std::span<float> output(size_t buffer) const;
  const Job& job() const;

 private:
  const Job& job_;
};

using Kernel = std::function<Outcome<warplab::sim::Report>(const Run&)>;

struct Script {
  bool compiles = true;
  std::optional<Failure> compile_failure;
  std::vector<warplab::compile::Diagnostic> diagnostics;
  std::optional<std::vector<uint8_t>> block_variable;
  uint64_t undefined_variables = 0;       // that the source declares without a value
  bool marked_compiles = true;            // the source with them marked
  std::optional<Failure> marked_failure;  // of such a source, the first `failures_left` times
  int failures_left = 1000;
  Kernel kernel;
  std::vector<uint8_t> written;                         // see Worker::written()
  std::optional<warplab::data::AccessLog> access_log;   // of every block
  std::optional<warplab::data::LaunchTrace> recording;  // of every launch
  std::function<void(const Job&)> on_recording;         // sees what each of them begins with
  // What happened.
  int runs = 0, recordings = 0, logs = 0;
  std::vector<std::string> compiled_files;

  Script();
  ~Script();
  Script(const Script&);
  Script& operator=(const Script&);
};

warplab::sim::Report completed(const Job& job);

template <class T>
Outcome<T> failed(Failure::Kind kind, const std::string& message) {
  return {std::nullopt, Failure{kind, warplab::data::as_it_is(message)}};
}

class ScriptedWorker : public warplab::worker::Worker {
 public:
  explicit ScriptedWorker(Script& script);
  Outcome<warplab::compile::Compiled> compile(const warplab::compile::Source& source,
                                              const std::atomic<bool>*) override;
  Outcome<warplab::sim::Report> simulate(const Job& job,
                                         const std::function<void(double)>& progress,
                                         const std::atomic<bool>*) override;
  Outcome<warplab::sim::Recording> record(const Job& job, const std::atomic<bool>*) override;
  Outcome<warplab::data::AccessLog> log_accesses(const Job&, const warplab::sim::LogOptions&,
                                                 const std::atomic<bool>*) override;
  Outcome<std::optional<std::vector<uint8_t>>> variable(const std::string& name) override;
  Outcome<std::optional<Writer>> writer_of(int, uint64_t index) override;
  Outcome<std::vector<uint8_t>> written(int, uint64_t) override;

 private:
  static Outcome<warplab::sim::Report> watched(const Job& job);
  Script& script_;
};

// The student's script is used by the first worker that is started, `reference` by all others.
warplab::verdict::StartWorker workers(Script& student, Script& reference);

}  // namespace scripted
