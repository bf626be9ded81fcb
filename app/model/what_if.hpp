#pragma once
// What a kernel would take on a GPU that need not be there, at a size and with a block that the
// student tries. Questions are answered on a thread of their own; the window looks at snapshot()
// and never waits. What answers them is a ModelMachine.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/dim3.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "model/launch_model.hpp"

namespace warplab::app {

struct WhatIfQuestion {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;           // the text that was run
  int compute_capability = 90;  // for which its traces are compiled
  std::string variant;
  exercise::Values sizes;
  std::optional<Dim3> block;  // that is tried; none: the student's own, or the exercise's
  model::Gpu gpu;
};
// Whether the same is asked about the same text.
bool same_question(const WhatIfQuestion& a, const WhatIfQuestion& b);

// The exercise's own set of sizes where one has these values, else one that is made of them.
exercise::SizeSet size_of(const exercise::Exercise& exercise, const exercise::Values& sizes);

// One launch of the exercise on the GPU, with all its repetitions.
struct ModelledLaunch {
  enum class Of : uint8_t { student, other_variant, reference, yardstick };
  Of of = Of::student;
  std::string name;    // of the launch, or of the variant
  size_t spec = 0;     // index into Exercise::launches
  bool given = false;  // by the exercise, to be compared with the student's
  model::LaunchModel model;
  double bytes = 0;  // that have to be moved: every input once, every output once
};

struct WhatIfAnswer {
  std::string gpu, variant, where;  // where: "rows 4096, cols 4096"
  exercise::Values sizes;
  Dim3 block;                            // of the student's first launch
  bool block_was_tried = false;          // it is not the one of the text
  std::vector<ModelledLaunch> launches;  // the student's first, in order
  double dram_bytes_per_second = 0;      // what reads and writes together reach on the GPU
  double instructions_per_second = 0;    // of threads, that it issues at most
  bool is_whole = false;                 // false: what it is compared with is still to come
  std::string why_not_compared;          // why the reference or yardstick has no time; or empty
};

// Answers questions, one at a time. All calls come from one thread.
class ModelMachine {
 public:
  virtual ~ModelMachine() = default;
  struct Talk {
    // What is being done, and how much of it is: 0 ... 1.
    std::function<void(const std::string& doing, double fraction)> tell;
    // An answer, or the same with more in it. Returns false where nobody waits for more of it.
    std::function<bool(WhatIfAnswer)> publish;
    const std::atomic<bool>* cancel = nullptr;
  };
  // The Error is one sentence for the student.
  virtual Result<bool> answer(const WhatIfQuestion& question, const Talk& talk) = 0;
};
using MakeModelMachine = std::function<std::unique_ptr<ModelMachine>()>;

class WhatIf {
 public:
  explicit WhatIf(MakeModelMachine make);
  ~WhatIf();

  // Takes the place of the question before, which is answered no further.
  void ask(WhatIfQuestion question);
  void cancel();       // the question that is being answered; the last answer stays
  void hold(bool on);  // nothing new is begun meanwhile
  void forget();       // question and answer

  struct Snapshot {
    bool working = false;
    std::string doing;
    double fraction = 0;
    std::shared_ptr<const WhatIfAnswer> answer;  // the last one; null: there is none yet
    bool is_old = false;                         // it is of a question before
    bool cancelled = false;                      // the question was
    std::string error;                           // why the question has no answer
  };
  Snapshot snapshot() const;

 private:
  void serve();
  bool take(WhatIfAnswer answer, uint64_t number);

  MakeModelMachine make_;
  mutable std::mutex mutex_;  // guards all below but cancel_
  std::condition_variable changed_;
  std::optional<WhatIfQuestion> wanted_;
  uint64_t number_ = 0;  // grows with every question, and where one is dropped
  bool held_ = false, ending_ = false;
  Snapshot now_;
  std::atomic<bool> cancel_ = false;
  std::jthread thread_;
};

}  // namespace warplab::app
