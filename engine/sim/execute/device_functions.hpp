#pragma once
// Functions that the GPU's runtime brings along: vprintf, __assertfail, malloc, free.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// aux: call site.
const Record* call_printf(Warp&, const Record*);
const Record* call_assert_fail(Warp&, const Record*);
const Record* call_malloc(Warp&, const Record*);
const Record* call_free(Warp&, const Record*);

}  // namespace warplab::sim
