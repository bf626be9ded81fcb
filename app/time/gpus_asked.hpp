#pragma once
// What pages share that ask another thread (AnsweringThread): the GPU whose times are modelled, how
// the answer stands, and the titles of their parts.
#include <string>
#include <string_view>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "time/gpu_models.hpp"

namespace warplab::app {

// The list of GPUs that can be modelled, as one page has it.
struct GpuChoice {
  const char* name;   // of the item, for tests and the keyboard's ring
  float most_width;   // pixels
  const char* about;  // under the mouse
};
// What is chosen is kept in the settings.
void draw_gpu_choice(Ui& ui, Lab& lab, const GpuModels& gpus, const model::Gpu& current,
                     const GpuChoice& choice);

// How an answer stands: a Snapshot without the answer.
struct AnswerStanding {
  bool working = false, is_old = false, cancelled = false, failed = false, has_answer = false;
  std::string doing;
  double fraction = 0;  // 0 ... 1
};
template <class Snapshot>
AnswerStanding standing_of(const Snapshot& now) {
  return {now.working,           now.is_old, now.cancelled, !now.error.empty(),
          now.answer != nullptr, now.doing,  now.fraction};
}

// The words of one page.
struct StandingWords {
  std::string at_rest;
  const char* cancelled;                 // "this is the answer before"
  const char* anew;                      // "being modelled anew"
  const char* again;                     // the button: "Ask again"
  const char *cancel_name, *again_name;  // of the button, for tests
};
enum class StandingPressed { nothing, cancel, again };

// A line with a bar and a button. As high whether an answer is on its way or not, so that nothing
// below it jumps.
StandingPressed draw_standing(Ui& ui, const AnswerStanding& now, const StandingWords& words);

}  // namespace warplab::app
