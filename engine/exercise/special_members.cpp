// What every file that makes, copies or destroys one of these would else compile again.
#include "base/special_members.hpp"

#include "exercise/exercise.hpp"

namespace warplab::exercise {

WARPLAB_DEFAULT_SPECIAL_MEMBERS(SizeSet);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Fill);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Buffer);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(LaunchSpec);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Gate);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(HostEntry);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Exercise);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Case);

}  // namespace warplab::exercise
