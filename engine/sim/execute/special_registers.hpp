#pragma once
// Special registers: a thread's place, lane masks, clocks. Source: PTX ISA 9.0, chapter 10.
#include <string_view>

#include "sim/state/runner.hpp"

namespace warplab::sim {

// d = the special register of this name, or null where we have none of it. 64-bit ones say so.
struct SpecialRegister {
  Handler read = nullptr;
  bool wide = false;
};
SpecialRegister special_register(std::string_view name);

}  // namespace warplab::sim
