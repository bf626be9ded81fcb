#pragma once
// The locked child process in which everything of a student's runs, the compiler included, seen
// from the parent. One Worker = one process = one submission's file. When anything goes wrong in
// there (crash, memory, time), the call returns a Failure and the Worker is finished; the parent is
// unharmed. docs/SANDBOX.md says how.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "sim/log_accesses.hpp"
#include "sim/record.hpp"
#include "sim/simulate.hpp"

namespace warplab::worker {

struct Limits {
  // Processor time of a compilation, of all its threads: what else the machine does must not decide
  // whether a file compiles.
  std::chrono::milliseconds compile_time{4'500};
  // Time on the clock after which a compilation is given up, on a machine that has stopped working.
  std::chrono::milliseconds compile_patience{600'000};
  // Address space (RLIMIT_AS) while compiling: 100 MiB of it are the program and NVRTC, which are
  // mostly not in memory, a kernel of a course takes 200, and the grader and its workers together
  // stay below 768.
  uint64_t compile_memory = 704ull << 20;
  // While simulating, beside what buffers and threads need: 1 GiB for registers and local memory of
  // calls that are open, which are counted, and as much for all else.
  uint64_t simulation_memory = 2ull << 30;
  // How long a compilation or a simulation may neither compute nor answer. It is lost then, however
  // much time is left: something has stopped it, and another try may succeed.
  std::chrono::milliseconds silence{60'000};
  // The same for its first word, which takes a tenth of a second of computing.
  std::chrono::milliseconds start_silence{10'000};
  // How far it stands back behind other processes: 0 ... 19, as for nice(2).
  int niceness = 0;
};

// Why a call did not give an answer.
struct Failure {
  enum class Kind {
    time_limit,  // killed at the deadline on the clock, for which a busy machine is reason enough
    computing_limit,  // killed after that much processor time, however busy the machine
    memory_limit,     // it needed more address space than it was given
    stack_limit,      // its stack was at an end
    crashed,          // a signal: `says` tells which
    lost,             // the system ended it, or refused it something: another try may succeed
    cancelled,
    cannot_start,  // no worker program, no compiler: the grader's problem, not the student's
    rejected,      // the simulator refused the launch: no such kernel, wrong arguments, ...
  };
  Kind kind = Kind::crashed;
  data::Saying says;  // one sentence for the student or the instructor
  // Of `rejected`, where the simulator said more: see sim::Refusal.
  sim::Refusal::Kind refusal = sim::Refusal::Kind::launch;
  int line = 0;
  std::string kernel = {};
};

template <class T>
struct Outcome {
  std::optional<T> value;
  Failure failure;  // meaningful when there is no value
  explicit operator bool() const { return value.has_value(); }
};

// A block of memory that parent and worker share (a sealed memfd). The parent fills it; the worker
// maps it copy-on-write, so the parent's content never changes behind its back.
class SharedMemory {
 public:
  static Result<SharedMemory> create(const std::string& name, size_t bytes);
  SharedMemory() = default;
  SharedMemory(SharedMemory&&) noexcept;
  SharedMemory& operator=(SharedMemory&&) noexcept;
  ~SharedMemory();
  std::span<std::byte> bytes() const { return {data_, size_}; }
  int descriptor() const { return descriptor_; }  // -1 where there is none
  // Keeps the content for this process alone.
  void close_descriptor();
  // The same memory once more, for this process alone; it stays when the other one goes. None where
  // the system refuses.
  std::optional<SharedMemory> again() const;

 private:
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  int descriptor_ = -1;
};

struct JobBuffer {
  sim::Buffer description;                // `bytes` is not used
  const SharedMemory* initial = nullptr;  // content before the first launch
  // Where the content after the last launch goes; null for pure inputs. The simulator works in it,
  // so it changes during the run. Without `initial` the launches start from what it holds; with the
  // same memory as `initial`, too. With neither a buffer starts as zeros.
  const SharedMemory* result = nullptr;
};

struct Job {
  std::vector<JobBuffer> buffers;
  std::vector<sim::Launch> launches;
  sim::Options options;  // progress and cancel are set by simulate()
  std::chrono::milliseconds time_limit{60'000};
};

// Calls are made by one thread at a time; `cancel` may be set by any. After a Failure::rejected,
// and after a simulation that was cancelled and noticed it, the worker can be used again; after any
// other failure the process is gone and every call repeats that failure.
class Worker {
 public:
  // Starts the process (the program `warplab-worker` beside this executable, or $WARPLAB_WORKER).
  static Outcome<std::unique_ptr<Worker>> start(const Limits& limits);
  virtual ~Worker() = default;  // kills and reaps the process
  virtual Outcome<compile::Compiled> compile(const compile::Source& source,
                                             const std::atomic<bool>* cancel = nullptr) = 0;
  // Simulates the module that the last successful compile() of this worker made. `progress` is
  // called from the calling thread with growing fractions in (0, 1]. The report comes without
  // `writers` and `written`: ask writer_of() and written().
  virtual Outcome<sim::Report> simulate(const Job& job,
                                        const std::function<void(double)>& progress = {},
                                        const std::atomic<bool>* cancel = nullptr) = 0;
  // Records some blocks of the job's launches for a model of GPUs (sim/record.hpp), and runs no
  // others: what is in the buffers afterwards is of no use.
  virtual Outcome<sim::Recording> record(const Job& job,
                                         const std::atomic<bool>* cancel = nullptr) = 0;
  // Logs what some blocks of one launch ask of memory (sim/log_accesses.hpp). Earlier launches are
  // run, later ones and other blocks are not: what is in the buffers afterwards is of no use.
  virtual Outcome<data::AccessLog> log_accesses(const Job& job, const sim::LogOptions& log,
                                                const std::atomic<bool>* cancel = nullptr) = 0;
  // Initial value of a module variable of the compiled kernel ("warplab_block"), if there is one.
  virtual Outcome<std::optional<std::vector<uint8_t>>> variable(const std::string& name) = 0;
  // The thread that wrote element `index` of buffer `buffer` last in the last simulate(); none: no
  // one.
  struct Writer {
    int launch = -1;
    sim::ThreadPlace place;
  };
  virtual Outcome<std::optional<Writer>> writer_of(int buffer, uint64_t index) = 0;
  // Which of the `elements` of a buffer any launch of the last simulate() wrote, a part of an
  // element being enough: a bit each, the lowest of the first byte first. Empty: it is not known.
  virtual Outcome<std::vector<uint8_t>> written(int buffer, uint64_t elements) = 0;
};

}  // namespace warplab::worker
