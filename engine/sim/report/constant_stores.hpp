#pragma once
#include <vector>

#include "sim/finding.hpp"
#include "sim/machine_code.hpp"

namespace warplab::sim {

// Traps that are such stores become findings `read_only_write` at the first of their lines.
void name_constant_stores(const ConstantStores& stores, std::vector<Finding>& findings);

}  // namespace warplab::sim
