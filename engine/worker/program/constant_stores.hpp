#pragma once
// Stores to __constant__ variables. The compiler warns of each, and puts a trap without a line in
// its place: what the run then says is told by the warning's line.
#include <vector>

#include "compile/compile.hpp"
#include "sim/simulate.hpp"

namespace warplab::worker {

// The lines of `diagnostics` at which constant memory is written, in order.
std::vector<int> constant_store_lines(const std::vector<compile::Diagnostic>& diagnostics);
// Traps without a line become findings `read_only_write` at the first of `lines`.
void name_constant_stores(const std::vector<int>& lines, sim::Report& report);

}  // namespace warplab::worker
