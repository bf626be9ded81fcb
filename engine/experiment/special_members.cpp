// What every file that makes, copies or destroys one of these would else compile again.
#include "base/special_members.hpp"

#include "experiment/experiment.hpp"

namespace warplab::experiment {

WARPLAB_DEFAULT_SPECIAL_MEMBERS(Experiment);

}  // namespace warplab::experiment
