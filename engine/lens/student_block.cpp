#include "lens/student_block.hpp"

#include "verdict/plan/block_choice.hpp"
#include "words/text.hpp"

namespace warplab::lens {

Result<std::optional<Dim3>> student_block(const exercise::Exercise& exercise,
                                          worker::Worker& worker) {
  if (!exercise.student_chooses_block) return std::optional<Dim3>();
  const auto variable = worker.variable(verdict::kBlockVariable);
  if (!variable) return Error{words::text_of(variable.failure.says)};
  if (!*variable.value) return std::optional<Dim3>();
  const Result<Dim3, data::Saying> choice = verdict::block_choice(exercise, **variable.value);
  if (!choice) return Error{words::text_of(choice.why())};
  return std::optional(*choice);
}

}  // namespace warplab::lens
