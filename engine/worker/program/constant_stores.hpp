#pragma once
// Stores to __constant__ variables. The compiler warns of each, and puts a trap in its place that
// has no line, or that of what happens to stand before it: what the run then says is told by the
// warning's line.
#include <vector>

#include "compile/compile.hpp"
#include "sim/simulate.hpp"

namespace warplab::worker {

// The lines of `diagnostics` at which constant memory is written, in order.
std::vector<int> constant_store_lines(const std::vector<compile::Diagnostic>& diagnostics);
// Traps become findings `read_only_write` at the first of `lines`; where the source has traps of
// its own, those without a line.
void name_constant_stores(const std::vector<int>& lines, bool source_has_traps,
                          sim::Report& report);

}  // namespace warplab::worker
