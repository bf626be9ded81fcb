#pragma once
#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::sim {

// Which registers an instruction reads and writes. A guarded write keeps the old value in some
// lanes.
struct RegisterAccess {
  std::vector<uint32_t> reads, writes;
};
RegisterAccess register_access(const ptx::Instruction& instruction);

}  // namespace warplab::sim
