// What every file that makes, copies or destroys one of these would else compile again.
#include "base/special_members.hpp"

#include "model/gpu.hpp"

namespace warplab::model {

WARPLAB_DEFAULT_SPECIAL_MEMBERS(Gpu);

}  // namespace warplab::model
