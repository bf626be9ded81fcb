#pragma once
// How long the kernel of the last run would take on a GPU that need not be there, and what becomes
// of it with another GPU, size or block. Sliders are answered while they are dragged; until the
// answer is there the last one stays, marked as old.
#include <memory>
#include <optional>
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "time/gpu_models.hpp"
#include "time/modelled_chart.hpp"
#include "time/what_if.hpp"

namespace warplab::app {

struct WhatIfState {
  MakeModelMachine machine;         // a test's own; empty: traces of the simulator's
  std::unique_ptr<WhatIf> what_if;  // from the first look on
  std::optional<GpuModels> gpus;    // likewise
  // What is asked. It starts anew with another exercise.
  std::string slug;
  exercise::Values sizes;
  std::optional<Dim3> block;  // none: that of the text
  size_t launch = 0;          // index into Exercise::launches: whose parts are shown
  // Of the last question: views make a new one where something of it has changed.
  std::shared_ptr<const RunOutcome> outcome;
  std::shared_ptr<const exercise::Exercise> exercise;
  std::shared_ptr<const CountedByVariant> counted;
  std::optional<WhatIfQuestion> asked;
};

// Whether an answer is on its way.
bool is_modelling(const WhatIfState& state);
// Once a frame, whatever is shown: nothing is modelled while a run goes on or another tab is open.
void keep_what_if(WhatIfState& state, const Lab& lab, bool is_shown);

// Asks about the last run on the GPU that was measured, at the size that was timed. Null: there is
// no model of it, or no answer yet.
std::shared_ptr<const WhatIfAnswer> model_beside(Ui& ui, WhatIfState& state, Lab& lab,
                                                 const verdict::Timing& timing);

void draw_what_if(Ui& ui, WhatIfState& state, Lab& lab);

}  // namespace warplab::app
