#pragma once
// Findings by the simulator's own names for them (data/finding.hpp).
#include "data/finding.hpp"

namespace warplab::sim {

using data::as_it_is;
using data::Count;
using data::Finding;
using data::FindingKind;
using data::kFindingKindCount;
using data::name_of;
using data::Own;
using data::say;
using data::Saying;
using data::Says;
using data::ThreadPlace;
using data::Told;

}  // namespace warplab::sim
