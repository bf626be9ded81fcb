// What every file that makes, copies or destroys one of these would else compile again.
#include "base/special_members.hpp"

#include "results/run.hpp"

namespace warplab::app {

WARPLAB_DEFAULT_SPECIAL_MEMBERS(RunRequest);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(RunOutcome);

}  // namespace warplab::app
