#pragma once
// What the compiler says of a graded file beside the sentence of its gate.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::grader {

// Of a file that does not compile the errors behind the first one, which the gate tells, as far as
// they are worth reading. Of one that compiles and does not pass its warnings, which often name the
// reason: `out[i] == in[i];` has no effect. None where nothing fails.
std::vector<const compile::Diagnostic*> more_messages(const verdict::ExerciseResult& result);

// The message, a full stop and nothing else: "expression has no effect."
std::string sentence_of(const compile::Diagnostic& diagnostic);

}  // namespace warplab::grader
