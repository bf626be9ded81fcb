#include "lens/student_block.hpp"

#include "verdict/plan/block_choice.hpp"

namespace warplab::lens {

Result<std::optional<Dim3>> student_block(const exercise::Exercise& exercise,
                                          worker::Worker& worker) {
  if (!exercise.student_chooses_block) return std::optional<Dim3>();
  const auto variable = worker.variable(verdict::kBlockVariable);
  if (!variable) return Error{variable.failure.message};
  if (!*variable.value) return std::optional<Dim3>();
  const Result<Dim3> choice = verdict::block_choice(exercise, **variable.value);
  if (!choice) return Error{choice.error()};
  return std::optional(*choice);
}

}  // namespace warplab::lens
