#pragma once
// Modelled times that a test makes up, and a machine that answers with them.
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "time/what_if.hpp"

namespace warplab::test {

// Limited by DRAM for two thirds of its time, one block to a multiprocessor.
model::LaunchModel sample_model(double us, double spread = 1.25);

// The answer to a question about an exercise's launches, all of which take so long.
app::WhatIfAnswer sample_answer(const app::WhatIfQuestion& question, double us,
                                double spread = 1.25);

// Answers at once, or when it may; notes what it was asked.
class ScriptedModels {
 public:
  std::function<double(const app::WhatIfQuestion&)> time;  // in us; 832 at first
  double spread = 1.25;
  std::string error;
  std::atomic<bool> may_answer = true;

  ScriptedModels();
  ~ScriptedModels();

  std::vector<app::WhatIfQuestion> asked() const;
  app::MakeModelMachine machine();

 private:
  class Machine;
  mutable std::mutex mutex_;
  std::vector<app::WhatIfQuestion> asked_;
};

}  // namespace warplab::test
