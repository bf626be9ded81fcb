#pragma once
// What is kept of a run at the graded size: its counters, for the gates, and its buffers, for those
// who show pictures.
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/reference.hpp"
#include "verdict/result.hpp"
#include "verdict/run_memory.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// Of a run that came to its end; takes the launches out of `report`.
VariantCounters counters_of(const exercise::Exercise&, const PlannedRun& run,
                            const exercise::Case& c, sim::Report& report,
                            const Reference::Expected& expected, bool correct);

// Every buffer that one of the exercise's views shows.
std::vector<Picture> pictures_of(const exercise::Exercise&, const exercise::Case& c,
                                 const RunMemory& inputs, const RunMemory& outputs,
                                 const RunMemory& expected);

}  // namespace warplab::verdict
