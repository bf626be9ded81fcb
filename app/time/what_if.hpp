#pragma once
// What a kernel would take on a GPU that need not be there, at a size and with a block that the
// student tries. Questions are answered on a thread of their own; the window looks at snapshot()
// and never waits. What answers them is a ModelMachine.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "common/answering_thread.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "model/launch_model.hpp"
#include "sim/simulate.hpp"

namespace warplab::app {

// What each launch was counted to do in the graded run.
using CountedByVariant = std::map<std::string, std::vector<sim::Counters>>;

struct WhatIfQuestion {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;           // the text that was run
  int compute_capability = 90;  // for which its traces are compiled
  std::string variant;
  exercise::Values sizes;
  std::optional<Dim3> block;  // that is tried; none: the student's own, or the exercise's
  model::Gpu gpu;
  // Of the text that was run: a model of some blocks is refused where they do not stand for the
  // others. Null: nothing is refused. It tells no question from another.
  std::shared_ptr<const CountedByVariant> counted{};
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

using ModelMachine = Answerer<WhatIfQuestion, WhatIfAnswer>;
using MakeModelMachine = AnsweringThread<WhatIfQuestion, WhatIfAnswer>::MakeMachine;

class WhatIf : public AnsweringThread<WhatIfQuestion, WhatIfAnswer> {
 public:
  explicit WhatIf(MakeModelMachine make)
      : AnsweringThread(std::move(make), {false, "It could not be modelled"}) {}
};

}  // namespace warplab::app
