#include "memory/lens_before.hpp"

#include <utility>

namespace warplab::app {
namespace {

// The whole run, or one line of it alone, where its log was cut.
void ask(LensBefore& before, const MakeLensMachine& make, LensQuestion question, int line,
         int launch) {
  question.source = *before.source;
  question.line = line;
  question.launch = launch;
  if (before.asked && same_question(*before.asked, question)) return;
  before.asked = question;
  if (!before.thread) before.thread = std::make_unique<LensThread>(make);
  before.thread->ask(std::move(question));
}

}  // namespace

std::optional<std::string> source_of_history(Lab& lab, const std::string& now) {
  constexpr int kMostRead = 20;  // attempts: the same text is often run a few times
  int read = 0;
  for (const Attempt& attempt : lab.history().of(lab.entry()->slug)) {
    if (attempt.kind != Attempt::Kind::run) continue;
    if (++read > kMostRead) break;
    const Result<std::string> source = lab.history().source(lab.entry()->slug, attempt.id);
    if (source && *source != now) return *source;
  }
  return std::nullopt;
}

void take_before(Ui& ui, LensBefore& before) {
  if (!before.thread) return;
  const LensThread::Snapshot now = before.thread->snapshot();
  if (now.working) return ui.wake_within(kLensFrameTime);
  before.why_not = now.error;
  if (now.cancelled) before.asked.reset();
  else if (now.answer) before.answer = now.answer;
  before.thread.reset();
}

std::optional<LensView> view_before(LensBefore& before, const MakeLensMachine& make,
                                    const LensQuestion& question, const LensAnswer& answer,
                                    const Selection& selection) {
  if (!before.answer) {
    ask(before, make, question, 0, 0);
    return std::nullopt;
  }
  const Selection then = before_of(*before.answer, answer, selection);
  if (then.line <= 0) return std::nullopt;
  const std::optional<LensView> view = view_of(*before.answer, then);
  if (view && view->look->look.log.cut && view->look->only_line == 0)
    ask(before, make, question, view->line->line, view->look->look.launch_spec);
  return view;
}

std::string why_not_before(const LensBefore& before) {
  if (before.answer) return "In the previous run this line was not there, or accessed no memory.";
  if (before.thread) return "The text of the previous run is being looked at.";
  return before.why_not.empty() ? "The previous run was not looked at." : before.why_not;
}

}  // namespace warplab::app
