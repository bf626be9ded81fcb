#pragma once
// Which passes a run takes. docs/SIMULATOR.md, "Three passes".
#include "sim/run/run.hpp"

namespace warplab::sim {

class Observer;

// As many passes over what prepare() has made ready for several of them as it takes to decide about
// races and values that nobody wrote.
Report decide(Run& run);
// One pass that decides nothing, in order on one host thread; `observer` may be null.
Report observe(Run& run, Observer* observer);

}  // namespace warplab::sim
