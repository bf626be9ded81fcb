#pragma once
// The run before in the tab Lens: the last text that was run and is another one, in this window or
// an earlier one. It is looked at when it is first asked for, by a thread that then ends: two
// compilers and two sets of buffers are more than a window should keep.
#include <memory>
#include <optional>
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "memory/lens.hpp"
#include "memory/lens_page.hpp"

namespace warplab::app {

// How soon an answer is seen that comes from another thread.
constexpr double kLensFrameTime = 1.0 / 30;

struct LensBefore {
  std::optional<std::string> source;         // none: no other text was run
  std::shared_ptr<const LensAnswer> answer;  // null: it has not been looked at
  std::unique_ptr<LensThread> thread;        // while it is
  std::optional<LensQuestion> asked;         // last
  std::string why_not;
};

// The newest of the exercise's texts in the history that is another one than `now`.
std::optional<std::string> source_of_history(Lab& lab, const std::string& now);
// Once a frame: an answer that has come.
void take_before(Ui& ui, LensBefore& before);
// The same place in the run before, as far as it is known; what is missing is asked for by the
// question about the run now, with the other text.
std::optional<LensView> view_before(LensBefore& before, const MakeLensMachine& make,
                                    const LensQuestion& question, const LensAnswer& answer,
                                    const Selection& selection);
// Why there is no such place, one sentence.
std::string why_not_before(const LensBefore& before);

}  // namespace warplab::app
