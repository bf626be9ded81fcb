// What every file that makes, copies or destroys one of these would else compile again.
#include "base/special_members.hpp"

#include "verdict/grade.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/result/result.hpp"
#include "verdict/result/timing.hpp"

namespace warplab::verdict {

WARPLAB_DEFAULT_SPECIAL_MEMBERS(GradeOptions);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Evidence);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(GateResult);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Mismatch);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(VariantCounters);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(ExerciseResult);
WARPLAB_DEFAULT_SPECIAL_MEMBERS(Timing);

}  // namespace warplab::verdict
