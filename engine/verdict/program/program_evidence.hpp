#pragma once
// From what a program did to what gates are judged on.
#include <optional>
#include <string>

#include "runtime/program_report.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/program/host_program.hpp"
#include "verdict/run/evidence.hpp"

namespace warplab::verdict {

// Findings of kernels and of the host, at the lines of the file.
sim::Report report_of(const runtime::ProgramReport& report, const HostProgram& program);
// The first mistake of the host's code that no built-in gate is about; none: there is none.
std::optional<sim::Finding> host_fault_of(const runtime::ProgramReport& report,
                                          const HostProgram& program);
// One entry for each kernel, all of its launches together.
VariantCounters counters_of(const PreparedRun& run, const runtime::ProgramReport& report,
                            const HostProgram& program, bool correct);
// Why the run counts as none: it ended otherwise than by itself, or launched nothing. None: it
// ended well.
std::optional<Stop> stop_by_end(const runtime::ProgramReport& report, int expected_exit_code,
                                const std::string& where);

}  // namespace warplab::verdict
