#include "memory/lens_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"
#include "memory/lens_parts.hpp"
#include "memory/lens_picture.hpp"

namespace warplab::app {
namespace {

constexpr int kBeforeKey = 'P';

void ask(LensState& state, LensQuestion question) {
  if (state.asked && same_question(*state.asked, question)) return;
  state.asked = question;
  state.thread->ask(std::move(question));
}

LensQuestion question_of(const LensState& state, const Lab& lab) {
  LensQuestion question;
  question.exercise = state.exercise;
  question.source = state.outcome->source;
  question.compute_capability = lab.settings().compute_capability;
  return question;
}

bool has_run(const Lab& lab) {
  const Work* const work = lab.work();
  return work && work->outcome && !work->outcome->cancelled && lab.exercise() &&
         !lab.exercise()->student_file.empty();
}

MakeLensMachine machine_of(const LensState& state) {
  if (state.machine) return state.machine;
  return [] { return std::make_unique<BlockMachine>(); };
}

// Takes over a run that has ended: what was seen of the one before stays, to be compared with, and
// the selection stays at its line.
void take_run(LensState& state, Lab& lab) {
  Work& work = *lab.work();
  const exercise::Exercise& exercise = *lab.exercise();
  const auto now = state.thread->snapshot().answer;
  if (!state.outcome) {
    state.before = {source_of_history(lab, work.outcome->source)};
  } else if (state.outcome->source != work.outcome->source) {
    state.before = {state.outcome->source};
    if (now && now->source == state.outcome->source && now->is_whole) state.before.answer = now;
  }
  if (state.outcome && now && now->source != work.outcome->source) {
    LensAnswer next;
    next.source = work.outcome->source;
    if (work.selection.line > 0) work.selection = before_of(next, *now, work.selection);
  }
  if (!state.outcome || state.outcome->source != work.outcome->source) {
    state.exercise = std::make_shared<const exercise::Exercise>(for_pictures(exercise));
    state.thread->forget();
    state.asked.reset();
  }
  state.outcome = work.outcome;
}

// Makes what is needed, and starts anew with another exercise or run. False: there is no run.
bool begin(LensState& state, Lab& lab) {
  if (!has_run(lab)) return false;
  if (!state.thread) {
    state.thread = std::make_unique<LensThread>(machine_of(state));
  }
  if (state.slug != lab.entry()->slug) {
    state.thread->forget();
    state.slug = lab.entry()->slug;
    state.outcome.reset();
    state.asked.reset();
    state.before = {};
    state.picture = {};
    state.framed.reset();
  }
  if (state.outcome != lab.work()->outcome) take_run(state, lab);
  return true;
}

// The whole answer to what is shown, or as much of it as there is.
std::shared_ptr<const LensAnswer> answer_of(const LensState& state) {
  const LensThread::Snapshot now = state.thread->snapshot();
  return now.answer && now.answer->source == state.outcome->source ? now.answer : nullptr;
}

void draw_standing(Ui& ui, LensState& state, const LensThread::Snapshot& now) {
  if (now.working) {
    ui.wake_within(kLensFrameTime);
    ImGui::SetCursorPosX(ui.px(14));
    text_line(ui, ui.fonts.small, ui.color().faint, now.doing,
              ImGui::GetContentRegionAvail().x - ui.px(110));
    ImGui::SameLine(0, ui.px(8));
    if (labelled_button(ui, "cancel look", Icon::stop, "Cancel")) state.thread->cancel();
  } else if (now.cancelled) {
    ImGui::SetCursorPosX(ui.px(14));
    if (labelled_button(ui, "look again", Icon::play, "Look again")) state.asked.reset();
  }
  if (!now.error.empty()) marked_sentence(ui, Icon::error, ui.color().fail, now.error);
}

void take_steps(LensState& state, Work& work, const LensAnswer& answer) {
  for (const auto& [step, forward] : std::exchange(state.steps, {}))
    work.selection = stepped(answer, work.selection, step, forward);
}

void draw_access(Ui& ui, LensState& state, Lab& lab, const LensAnswer& answer) {
  Work& work = *lab.work();
  const std::optional<LensView> view = view_of(answer, work.selection);
  state.before_key_is_down = state.before_key_is_down && ui.holds(kBeforeKey);
  take_before(ui, state.before);
  const bool wants_before =
      state.before.source && (state.before_is_pressed || state.before_key_is_down);
  std::optional<LensView> shown = view;
  if (wants_before)
    shown = view_before(state.before, machine_of(state), question_of(state, lab), answer,
                        view ? selection_of(*view, work.selection) : work.selection);
  if (!shown) {
    pane_text(ui, ui.fonts.text, ui.color().dim,
              wants_before ? why_not_before(state.before)
              : work.selection.line > 0
                  ? fmt::format("Line {} accessed no memory in the blocks that were looked at.",
                                work.selection.line)
                  : "No line accessed memory in the blocks that were looked at.");
    ImGui::Dummy({1, ui.px(4)});
  } else {
    draw_lens_head(ui, *shown, wants_before ? *state.before.source : answer.source, wants_before);
    if (const auto lane = draw_lens_picture(ui, *shown, work.selection.lane); lane && view)
      ui.ask(Select{with_lane(*view, selection_of(*view, work.selection), *lane)});
    if (work.selection.lane >= 0)
      pane_text(ui, ui.fonts.text, ui.color().text, lane_sentence(*shown, work.selection.lane));
    ImGui::Dummy({1, ui.px(4)});
  }
  if (view) draw_lens_steppers(ui, state, *view, state.before.source.has_value());
  if (!shown) return;
  ImGui::Dummy({1, ui.px(6)});
  if (const auto chosen = draw_lens_strip(ui, *shown); chosen && view && !wants_before)
    ui.ask(Select{selection_of({view->look, view->line, *chosen}, work.selection)});
  draw_lens_buffer(ui, state, work, *shown);
  draw_lens_texts(ui, *shown);
}

// Of inputs alone: what else is in a picture may have been another value when it was read.
TextOfElement values_of(const Work& work, const exercise::Exercise& exercise) {
  return [&](const std::string& buffer, uint64_t index) -> std::string {
    const bool is_input = std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& one) {
      return one.name == buffer && one.role == exercise::Buffer::Role::input;
    });
    const auto picture = is_input ? picture_of(work, buffer) : nullptr;
    if (!picture) return {};
    const auto place = static_cast<int64_t>(index);
    return picture->text(PictureSide::actual, place / picture->columns(),
                         place % picture->columns());
  };
}

}  // namespace

bool is_looking(const LensState& state) {
  return (state.thread && state.thread->snapshot().working) ||
         (state.before.thread && state.before.thread->snapshot().working);
}

void keep_lens(LensState& state, const Lab& lab, bool is_shown) {
  if (!state.thread) return;
  const bool is_running = lab.runner().is_running();
  if (is_running && !state.was_running) {
    state.thread->cancel();
    state.asked.reset();
    if (state.before.thread) state.before.thread->cancel();
  }
  state.was_running = is_running;
  const bool is_wanted = is_shown || state.code_is_shown || state.glance_is_wanted ||
                         (lab.work() && lab.work()->selection.wants_writer);
  state.thread->hold(is_running || !is_wanted);
  if (state.before.thread) state.before.thread->hold(is_running);
}

void follow_selection(Ui& ui, LensState& state, Lab& lab) {
  Work* const work = lab.work();
  if (!work || !work->selection.wants_writer || !begin(state, lab)) return;
  if (lab.runner().is_running()) return;
  LensQuestion question = question_of(state, lab);
  question.element = work->selection.element;
  ask(state, std::move(question));
  const LensThread::Snapshot now = state.thread->snapshot();
  if (now.working) return ui.wake_within(kLensFrameTime);
  if (const auto answer = answer_of(state))
    if (const auto followed =
            follow_writer(*answer, work->selection, values_of(*work, *lab.exercise()))) {
      work->selection = *followed;
      return ui.wake_within(0);
    }
  // Nothing came of it: that is said, and nobody waits any more.
  work->selection.wants_writer = false;
  work->selection.written = now.error.empty() ? "It was cancelled." : now.error;
}

LitElements selected_elements(const LensState& state, const Lab& lab) {
  const Work* const work = lab.work();
  if (!work) return {};
  const Selection& selection = work->selection;
  LitElements lit;
  if (state.thread && state.outcome == work->outcome && state.outcome && selection.access)
    if (const auto answer = answer_of(state))
      if (const auto view = view_of(*answer, selection)) lit = lit_elements(*view, selection.lane);
  // What was chosen in a picture is shown while its thread is looked for, too.
  if (selection.element && (lit.buffer.empty() || lit.buffer == selection.element->buffer)) {
    lit.buffer = selection.element->buffer;
    lit.of_lane = selection.element->index;
  }
  return lit;
}

bool take_lens_key(LensState& state, const InputEvent& event) {
  struct Row {
    char key;
    LensStep step;
  };
  static constexpr Row kRows[] = {{'W', LensStep::warp},        {'B', LensStep::block},
                                  {'I', LensStep::iteration},   {'L', LensStep::line},
                                  {'A', LensStep::instruction}, {'M', LensStep::worst}};
  if (event.is(kBeforeKey)) return state.before_key_is_down = true;
  for (const Row& row : kRows)
    if (event.is(row.key) || event.is(row.key, key::kShift)) {
      state.steps.emplace_back(row.step, event.modifiers == 0);
      return true;
    }
  return false;
}

bool ask_for_code(LensState& state, Lab& lab, bool machine_code) {
  if (!begin(state, lab)) return false;
  if (lab.runner().is_running() || lab.work()->selection.wants_writer) return true;
  const auto known = answer_of(state);
  const bool has_code =
      known && known->is_whole &&
      (!machine_code || known->machine_code || !known->why_no_machine_code.empty());
  const LensThread::Snapshot now = state.thread->snapshot();
  if (has_code || now.cancelled) return true;
  LensQuestion question = question_of(state, lab);
  question.machine_code = machine_code;
  ask(state, std::move(question));
  return true;
}

void draw_lens_glance(Ui& ui, LensState& state, Lab& lab, int line) {
  if (!begin(state, lab)) return;
  if (const auto answer = answer_of(state); answer && answer->is_whole) {
    Selection selection;
    selection.line = line;
    const auto view = view_of(*answer, selection);
    if (!view || view->line->line != line) return;
    ImGui::Dummy({1, ui.px(8)});
    if (const auto lane = draw_lens_picture(ui, *view, -1)) {
      ui.ask(Select{with_lane(*view, selection_of(*view, selection), *lane)});
      ui.ask(ShowTab{Tab::memory});
    }
    return;
  }
  const LensThread::Snapshot now = state.thread->snapshot();
  if (now.cancelled || !now.error.empty()) return;
  if (!lab.runner().is_running()) ask(state, question_of(state, lab));
  ui.wake_within(kLensFrameTime);
}

void draw_lens(Ui& ui, LensState& state, Lab& lab) {
  if (!begin(state, lab))
    return empty_pane(ui, Icon::search, "Nothing to look at yet",
                      "Press F5. What each line asks of memory appears here, warp by warp.");
  if (!lab.runner().is_running() && !lab.work()->selection.wants_writer) {
    LensQuestion question = question_of(state, lab);
    const auto known = answer_of(state);
    const bool was_cancelled = state.thread->snapshot().cancelled && state.asked;
    // A line whose log was cut is looked at alone.
    if (known && known->is_whole && lab.work()->selection.line > 0)
      if (const auto view = view_of(*known, lab.work()->selection);
          view && view->look->look.log.cut && view->look->only_line == 0) {
        question.line = view->line->line;
        question.launch = view->look->look.launch_spec;
      }
    const bool knows_all = known && known->is_whole && question.line == 0;
    if (!was_cancelled && !knows_all) ask(state, std::move(question));
  }
  ImGui::SetCursorPos({0, ui.px(10)});
  const LensThread::Snapshot now = state.thread->snapshot();
  draw_standing(ui, state, now);
  if (lab.work()->marks.of_version != lab.work()->document.code().buffer().version())
    marked_sentence(ui, Icon::info, ui.color().info,
                    "The text has changed since the run. This is about the text that was run.");
  const auto answer = answer_of(state);
  if (!answer) {
    if (now.working)
      pane_text(ui, ui.fonts.text, ui.color().dim,
                "Some blocks of the last run are executed again, to see what they ask of memory.");
    return;
  }
  take_steps(state, *lab.work(), *answer);
  draw_access(ui, state, lab, *answer);
  const auto view = view_of(*answer, lab.work()->selection);
  draw_lens_table(ui, *lab.work(), *answer, view ? &*view : nullptr);
}

}  // namespace warplab::app
