#pragma once
// What a gate's words mean, for whoever points at them.
#include <string>

#include "verdict/result/result.hpp"

namespace warplab::app {

// What the gate asks for, in sentences: of a built-in gate its rule, of one over counters what each
// of them counts. Empty where there is nothing to say.
std::string meaning_of(const verdict::GateResult& gate);

}  // namespace warplab::app
