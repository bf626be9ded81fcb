#pragma once
// A verdict in two levels: what decides, and everything else; and what a gate's words mean, for
// whoever points at them.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::app {

struct VerdictLevels {
  // What decides: gates that fail, or, where none does and not all hold, those that were not
  // checked.
  std::vector<const verdict::GateResult*> deciding;
  // Not checked beside a gate that fails, by the reason: it is said once for all of them.
  struct Unchecked {
    std::string reason;
    std::vector<const verdict::GateResult*> gates;
  };
  std::vector<Unchecked> unchecked;
  std::vector<const verdict::GateResult*> measured;    // that hold, with a number
  std::vector<const verdict::GateResult*> conditions;  // that hold, without one
};
// Gates that do not apply are in no level. The pointers are into `gates`.
VerdictLevels levels_of(const std::vector<verdict::GateResult>& gates);

// "8 conditions hold: compiles, supported, launches, ...".
std::string conditions_sentence(const std::vector<const verdict::GateResult*>& conditions);
// "6 gates are not checked: correct, loads, ...".
std::string unchecked_sentence(const VerdictLevels::Unchecked& unchecked);

// What the gate asks for, in sentences: of a built-in gate its rule, of one over counters what each
// of them counts. Empty where there is nothing to say.
std::string meaning_of(const verdict::GateResult& gate);

}  // namespace warplab::app
