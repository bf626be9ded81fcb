#pragma once
// What the compiler says of a text that has not been run. It is asked when the typing rests, in a
// locked worker that stands back behind everything else, on a thread of its own.
#include <cstdint>
#include <string>
#include <vector>

#include "common/answering_thread.hpp"
#include "exercise/exercise.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::app {

struct CheckQuestion {
  exercise::Exercise exercise;
  std::string source;
  uint64_t version = 0;  // of the text
  int compute_capability = 90;
};

struct CheckAnswer {
  std::string slug;
  uint64_t version = 0;
  // As those of a run: nothing is left out for the sake of speed, so that what is mended here is
  // mended there.
  std::vector<compile::Diagnostic> diagnostics;
};

using TypingChecker = Answerer<CheckQuestion, CheckAnswer>;

// One compilation for each question. The Error says why there was none.
std::unique_ptr<TypingChecker> make_typing_checker(verdict::StartWorker start);

class TypingCheck : public AnsweringThread<CheckQuestion, CheckAnswer> {
 public:
  explicit TypingCheck(MakeMachine make)
      : AnsweringThread(std::move(make), {true, "It could not be compiled"}) {}
};

}  // namespace warplab::app
