#pragma once
// The variables of a walk through a text whose variables are noted (compile/variable_notes.hpp).
#include <string>
#include <vector>

#include "compile/variable_notes.hpp"
#include "data/steps.hpp"

namespace warplab::lens {

struct Variable {
  std::string name;
  std::string type;                   // as of a PTX register: "s32", "f32"; "bool"
  uint32_t function = 0;              // of StepWalk::functions
  uint32_t value = 0;                 // the register that holds it: StepFunction::registers
  uint32_t has_value = 0;             // the one that is 1 in lanes in which it has been given one
  int first_line = 0, last_line = 0;  // in which it is known
  friend bool operator==(const Variable&, const Variable&) = default;
};

// `noted`: by number.
std::vector<Variable> variables_of(const data::StepWalk& walk,
                                   const std::vector<compile::NotedVariable>& noted);

// One of them where a lane stands.
struct VariableInSight {
  const Variable* variable = nullptr;
  uint32_t lanes = 0;    // in which it has a value
  uint32_t changed = 0;  // lanes in which the warp's last instruction gave it one
  size_t at = 0;         // of lane 0 in StepState::values
  uint32_t bytes = 0;    // from lane to lane
};
// Those whose scope the line of the lane that is looked at lies in; of two of one name the inner
// one. What they show is the value that was assigned last.
std::vector<VariableInSight> variables_in_sight(const std::vector<Variable>& variables,
                                                const data::StepWalk& walk,
                                                const data::StepState& state);

}  // namespace warplab::lens
