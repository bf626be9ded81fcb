#pragma once
// The block that a student chose in their file, where the exercise leaves it to them.
#include <optional>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "worker/worker.hpp"

namespace warplab::lens {

// Of the file that `worker` has compiled; none: the exercise's own.
Result<std::optional<Dim3>> student_block(const exercise::Exercise& exercise,
                                          worker::Worker& worker);

}  // namespace warplab::lens
