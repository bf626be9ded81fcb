#pragma once
// The part of shared memory that a GPU keeps for the system. Cooperative groups meet there in tiles
// of more than one warp, and only there: whoever else asks for its address has no use for it in
// optimised code, from which the question is gone. The simulator has no such memory.
#include <optional>
#include <string_view>

#include "ptx/module.hpp"
#include "sim/refusal.hpp"

namespace warplab::worker {

// Why a module that asks for its address cannot be simulated; `file_name` is the student's.
std::optional<sim::Refusal> why_no_reserved_memory(const ptx::Module& module,
                                                   std::string_view file_name);

}  // namespace warplab::worker
