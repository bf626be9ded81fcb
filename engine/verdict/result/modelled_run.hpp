#pragma once
// Modelled times as part of a result.
#include <string>
#include <vector>

#include "model/launch_model.hpp"

namespace warplab::verdict {

// All launches of one variant at one size.
struct ModelledRun {
  bool at_gpu_size = false;
  std::string where;  // "rows 4096, cols 4736, seed 1"
  // For each launch, a model for each GPU that was asked for.
  std::vector<std::vector<model::LaunchModel>> launches;
};

}  // namespace warplab::verdict
