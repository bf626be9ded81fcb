#pragma once
// What the launches of a pass have written, between the cells of the cheap check and the report.
#include "sim/run/run.hpp"
#include "sim/state/tracking.hpp"

namespace warplab::sim {

// For all allocations; `track_reads`, by allocation: of which a cell says who has read it.
GlobalTracking make_tracking(const Run& run, const std::vector<bool>& track_reads);
// Cells are of one launch; what was written stays written.
void renew_cells(GlobalTracking& tracking);
void remember_written(GlobalTracking& tracking, const std::vector<RunnerTracking>& touched);
// Findings for buffers with Buffer::must_be_written that were not.
void report_never_written(const Run& run, const GlobalTracking& tracking, Report& report);
// Report::writers, of the buffers that launch number `launch` has written. The last to look at that
// launch's cells: it takes them away as it goes, since there is no room for both.
void keep_writers(GlobalTracking& tracking, const std::vector<RunnerTracking>& touched, int launch,
                  Report& report);
// Report::written, of all buffers, or of those allocations alone that `only` has set.
void keep_written(const GlobalTracking& tracking, const std::vector<bool>* only, Report& report);

}  // namespace warplab::sim
