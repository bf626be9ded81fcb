#pragma once
// The machine of a walk as others see it.
#include <vector>

#include "sim/steps/turns.hpp"

namespace warplab::sim {

// A register of a function in a frame.
struct RegisterPlace {
  Place place = kNowhere;  // kNowhere: no instruction uses it
  uint32_t bytes = 0;      // of a lane, 0 for a predicate
  bool is_read = false;    // by some instruction
};
// By function of the module, then by register.
using RegisterTable = std::vector<std::vector<RegisterPlace>>;
RegisterTable register_table(const Program& program);

// What is known before the block runs.
data::StepWalk describe_walk(const Machine& machine, const RegisterTable& registers);

// All lanes that have not ended. `is_over`: nobody runs.
std::vector<data::StepSplit> splits_of(const Machine& machine, const Turns& turns);

// The call in which a lane is, and the instruction that it is at or waits at; null: it has ended.
struct LanePlace {
  const Frame* frame = nullptr;
  uint32_t instruction = 0;
};
LanePlace place_of_lane(const Machine& machine, uint32_t warp, uint32_t lane);
std::vector<uint32_t> stack_at(const LanePlace& place);

// 32 lanes of one register, each of the bytes that StepRegister says.
void append_lanes(const Frame& frame, const RegisterPlace& place, uint32_t bytes,
                  std::vector<uint8_t>& out);

}  // namespace warplab::sim
