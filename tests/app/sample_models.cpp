#include "sample_models.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace warplab::test {

model::LaunchModel sample_model(double us, double spread) {
  model::LaunchModel made;
  made.possible = true;
  made.time_us = us;
  made.low_us = us / spread;
  made.high_us = us * spread;
  made.limiter = model::Part::dram;
  made.second_limiter = model::Part::latency;
  made.parts_us[static_cast<size_t>(model::Part::dram)] = us * 2 / 3;
  made.parts_us[static_cast<size_t>(model::Part::latency)] = us / 3;
  made.occupancy.blocks = 1;
  made.occupancy.warps = 32;
  made.occupancy.fraction = 1;
  made.occupancy.limit = model::OccupancyLimit::threads;
  const uint64_t blocks[] = {1, 2, 7, 16};
  std::copy(std::begin(blocks), std::end(blocks), made.occupancy.blocks_by);
  made.waves = 102.4;
  return made;
}

app::WhatIfAnswer sample_answer(const app::WhatIfQuestion& question, double us, double spread) {
  app::WhatIfAnswer answer;
  answer.gpu = question.gpu.name;
  answer.variant = question.variant;
  answer.where = app::size_of(*question.exercise, question.sizes).label;
  answer.sizes = question.sizes;
  answer.block = question.block.value_or(question.exercise->default_block);
  answer.block_was_tried = question.block.has_value();
  for (size_t spec = 0; spec < question.exercise->launches.size(); ++spec) {
    const exercise::LaunchSpec& launch = question.exercise->launches[spec];
    answer.launches.push_back({app::ModelledLaunch::Of::student, launch.name, spec, launch.given,
                               sample_model(us, spread), 134217728});
  }
  answer.dram_bytes_per_second = 240e9;
  answer.instructions_per_second = 3e12;
  answer.is_whole = true;
  return answer;
}

ScriptedModels::ScriptedModels() : time([](const app::WhatIfQuestion&) { return 832.0; }) {}
ScriptedModels::~ScriptedModels() = default;

class ScriptedModels::Machine final : public app::ModelMachine {
 public:
  explicit Machine(ScriptedModels& script) : script_(script) {}
  Result<bool> answer(const app::WhatIfQuestion& question, const Talk& talk) override {
    {
      const std::lock_guard lock(script_.mutex_);
      script_.asked_.push_back(question);
    }
    talk.tell("recording some blocks", 0.5);
    while (!script_.may_answer && !*talk.cancel)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (*talk.cancel) return Error{"It was cancelled."};
    if (!script_.error.empty()) return Error{script_.error};
    talk.publish(sample_answer(question, script_.time(question), script_.spread));
    return true;
  }

 private:
  ScriptedModels& script_;
};

std::vector<app::WhatIfQuestion> ScriptedModels::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

app::MakeModelMachine ScriptedModels::machine() {
  return [this] { return std::make_unique<Machine>(*this); };
}

}  // namespace warplab::test
