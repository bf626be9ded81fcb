#pragma once
// What the simulator found in the runs of one grading, each thing said once, with the run in which
// it was first seen.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compile.hpp"
#include "exercise/exercise.hpp"
#include "sim/simulate.hpp"
#include "verdict/run/evidence.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// Whether two runs found one thing: the same on the same lines.
bool are_one(const sim::Finding& a, const sim::Finding& b);

// Adds the findings of the run that is named `run` to those that are known: the same on the same
// lines counts for more, and is not told again. `where` is the run with how it was made.
void add_findings(std::vector<sim::Finding>& known, const sim::Report& report,
                  const std::string& run, const std::string& where);

// Drops those of `kind` that have no line, where others of that kind have one.
void prefer_findings_with_lines(std::vector<sim::Finding>& findings, sim::FindingKind kind);

// Whether one of them fails a gate; the others are notes.
bool any_fails(const std::vector<sim::Finding>& findings);

// Why the run at `where` is the last one: a kernel that cannot be launched, or does not end at one
// size, is not tried at the others. None: the next can be made.
std::optional<Stop> stop_by_finding(const sim::Report& report, const std::string& where);

// What a worker's refusal to simulate (Failure::Kind::rejected) means: a launch that cannot be, or
// an instruction that the simulator does not know.
Stop stop_by_refusal(const worker::Failure& refusal);

// Elements of shared arrays, and of those outside of functions, are told with the indices that
// `source` declares them with, where no buffer of the exercise has the array's name.
void name_declared_elements(Evidence& evidence, const exercise::Exercise& exercise,
                            std::string_view source);

// Buffers are told as the student's file calls them: by the name of the parameter, where each
// launch hands the buffer to one of that name, and no other buffer of the exercise is called so.
void name_parameters(Evidence& evidence, const exercise::Exercise& exercise,
                     std::string_view source);

// The compiler warns of a function that returns the address of one of its variables; what comes of
// that is a value that nobody wrote, or a store that it leaves out. Those say so.
void name_returned_addresses(Evidence& evidence,
                             const std::vector<compile::Diagnostic>& diagnostics);

// Loops that do not end are told with what the file shows of them, two arrays of dynamic shared
// memory as one memory, and what comes of a race as its consequence.
void name_causes(Evidence& evidence, std::string_view source);

// An access that belongs to no buffer, as through a parameter of another type.
bool is_nowhere(const sim::Finding& finding);

// Whether it says that a race is to be mended first.
bool comes_of_race(const sim::Finding& finding);

}  // namespace warplab::verdict
