#pragma once
// What is kept of a run at the graded size: its counters, for the gates, and its buffers, for those
// who show pictures.
#include <vector>

#include "verdict/plan/prepared_run.hpp"
#include "verdict/result/result.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

// Of a run that came to its end; takes the launches out of `report`.
VariantCounters counters_of(const PreparedRun& run, sim::Report& report,
                            const Reference::Expected& expected, bool correct);

// Every buffer that one of the exercise's views shows. `worker` has made the run, and nothing else
// since: it knows what was written.
std::vector<Picture> pictures_of(const PreparedRun& run, const RunMemory& expected,
                                 worker::Worker& worker);
// The one of the buffer that is `index` in the run's setup, without Picture::written.
Picture picture_of(const PreparedRun& run, size_t index, const RunMemory& expected);

}  // namespace warplab::verdict
