#pragma once
// The simulator's front door: run a sequence of launches of a parsed module over buffers.
// What a run takes stands in options.hpp and data_names.hpp, what it gives in report.hpp; walks and
// micro-operations have doors of their own: steps.hpp, micro-operation.hpp, log_accesses.hpp.
#include <span>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

class Observer;

// Runs `launches` in order. A Refusal means that nothing could be run (no such kernel, wrong
// arguments, block too large, unsupported instruction in the module); what the kernel does wrong is
// in findings.
Result<Report, Refusal> simulate(const ptx::Module& module, std::span<Buffer> buffers,
                                 std::span<const Launch> launches, const Options& options);

// The same on one host thread, and `observer` (sim/observer.hpp) is told what it wants to see.
// Races and uninitialised values are not looked for, so that what it sees is one execution in the
// order of Options::schedule and nothing else: Report::findings are those of a thread by itself.
Result<Report, Refusal> simulate_observed(const ptx::Module& module, std::span<Buffer> buffers,
                                          std::span<const Launch> launches, const Options& options,
                                          Observer& observer);

}  // namespace warplab::sim
