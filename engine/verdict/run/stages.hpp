#pragma once
// Exercises in stages, where a later launch goes on with what an earlier one has written. Where the
// student has not written the earlier kernel yet, the later ones are judged on the reference's
// answers: who has solved the second stage has its points.
#include <string>

#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/evidence.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

// Of a run that `worker` has just made: leaves out of it the launches of which no thread has
// written any element of any output, if later launches use one, and gives those the content that is
// expected. The mismatch of such an output goes to `evidence`. Whether any launch was left out;
// then the run is to be made again. `expected` loses the counters of these launches.
worker::Outcome<bool> leave_out_unwritten(PreparedRun& run, Reference::Expected& expected,
                                          const std::string& where, worker::Worker& worker,
                                          Evidence& evidence);

}  // namespace warplab::verdict
