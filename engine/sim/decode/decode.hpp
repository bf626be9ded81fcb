#pragma once
// PTX to Program. Everything that depends on names, types and modifiers is settled here, once a
// kernel.
#include <functional>
#include <string>

#include "base/result.hpp"
#include "sim/program/program.hpp"
#include "sim/refusal.hpp"

namespace warplab::sim {

struct DecodeRequest {
  const ptx::Module* module = nullptr;
  std::string kernel;
  std::string student_file;
  uint32_t dynamic_shared_bytes = 0;
  // Device address of module variable `index` (global and constant space).
  std::function<uint64_t(uint32_t index)> variable_address;
  // Every register has a place of its own, so that it can be looked at also when it is not needed
  // any more.
  bool registers_apart = false;
};

// The Refusal names the instruction and the line of the student's file.
Result<Program, Refusal> decode(const DecodeRequest& request);

// Byte offset of each parameter of a kernel, and the size of all, as ld.param sees them.
struct ParameterLayout {
  std::vector<uint32_t> offsets;
  uint32_t bytes = 0;
};
ParameterLayout parameter_layout(const ptx::Function& kernel);

// Where the .shared variables lie that `functions` (a flag for each of the module's) name.
SharedLayout shared_layout(const ptx::Module& module, const std::vector<bool>& functions,
                           uint32_t dynamic_bytes);

}  // namespace warplab::sim
