#include "views/lens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lens/explanation.hpp"
#include "views/lens_picture.hpp"
#include "views/picture_panel.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

// Textures of their own: Output has the first, Live those from 8 on.
constexpr int kFirstTexture = 24;

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

// ---- one step further ---------------------------------------------------------------------------

void stepper(Ui& ui, LensState& state, const char* what, const std::string& text, LensStep step) {
  const std::string name = what;
  const float needed = ui.px(2 * 28 + 12) + text_width(ui.fonts.text, text);
  if (ImGui::GetCursorPosX() + needed > ImGui::GetWindowWidth() - ui.px(10)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(8));
  }
  const auto key = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  if (icon_button(ui, ("previous " + name).c_str(), Icon::step_back,
                  fmt::format("The {} before (Shift+{})", name, key)))
    state.steps.emplace_back(step, false);
  ImGui::SameLine(0, ui.px(2));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text,
           {at.x, at.y + (ui.px(28) - ui.fonts.text->FontSize) / 2}, ui.color().text, text);
  ImGui::SetCursorScreenPos({at.x + text_width(ui.fonts.text, text) + ui.px(2), at.y});
  if (icon_button(ui, ("next " + name).c_str(), Icon::step_forward,
                  fmt::format("The next {} ({})", name, key)))
    state.steps.emplace_back(step, true);
  ImGui::SameLine(0, ui.px(8));
}

void draw_steppers(Ui& ui, LensState& state, const LensView& view, bool has_before) {
  const data::LoggedAccess& access = view.logged();
  const Dim3 block = position_of(access.block, view.look->look.log.grid);
  ImGui::SetCursorPosX(ui.px(8));
  stepper(ui, state, "block", fmt::format("Block ({},{},{})", block.x, block.y, block.z),
          LensStep::block);
  stepper(ui, state, "warp", fmt::format("Warp {}", access.warp), LensStep::warp);
  stepper(ui, state, "iteration", fmt::format("Iteration {}", access.execution),
          LensStep::iteration);
  ImGui::NewLine();
  ImGui::SetCursorPosX(ui.px(14));
  if (labelled_button(ui, "worst", Icon::search, "Worst of the line (M)"))
    state.steps.emplace_back(LensStep::worst, true);
  if (!has_before) return;
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::GetCursorPosX() + labelled_button_width(ui, "Hold: the run before (P)") >
      ImGui::GetWindowWidth() - ui.px(10)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(14));
  }
  labelled_button(ui, "before", Icon::history, "Hold: the run before (P)");
  state.before_is_pressed = ImGui::IsItemActive();
  tooltip_for_item(ui,
                   "While this is pressed, or P is, the same place in the run before is shown.");
}

// ---- the buffer ---------------------------------------------------------------------------------

std::shared_ptr<const Picture> picture_of(const Work& work, const std::string& buffer) {
  for (const PictureRun& run : work.pictures)
    for (const auto& picture : run.pictures)
      if (!run.of_starter && run.schedule == 0 && picture->buffer() == buffer) return picture;
  return nullptr;
}

// Shows the elements with some of what is around them.
void frame_picture(LensState& state, const Picture& picture, const LitElements& lit, ImVec2 size) {
  int64_t top = picture.rows(), bottom = 0, left = picture.columns(), right = 0;
  for (const uint64_t index : lit.moved) {
    const int64_t row = static_cast<int64_t>(index) / picture.columns();
    const int64_t column = static_cast<int64_t>(index) % picture.columns();
    top = std::min(top, row), bottom = std::max(bottom, row);
    left = std::min(left, column), right = std::max(right, column);
  }
  constexpr double kAround = 6, kLargest = 20;  // elements, pixels of one
  const double zoom = std::min({size.x / (static_cast<double>(right - left) + kAround),
                                size.y / (static_cast<double>(bottom - top) + kAround), kLargest});
  if (zoom <= fitting_zoom(picture, size)) {
    state.picture.view = {};
    return;
  }
  state.picture.view = {zoom, static_cast<double>(top + bottom + 1) / 2,
                        static_cast<double>(left + right + 1) / 2};
}

void draw_buffer(Ui& ui, LensState& state, const Work& work, const LensView& view) {
  const LitElements lit = lit_elements(view, work.selection.lane);
  if (lit.buffer.empty()) return;
  const auto picture = picture_of(work, lit.buffer);
  if (!picture) return;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(80)), ui.px(190)};
  const ImVec2 inside{size.x, size.y - panel_title_height(ui)};
  Selection now = selection_of(view, work.selection);
  now.lane = -1;
  now.element.reset();
  if (state.framed != now) frame_picture(state, *picture, lit, inside);
  state.framed = now;
  PanelContent panel;
  panel.title = fmt::format("{}: what the lanes ask for, and what is moved with it", lit.buffer);
  panel.picture = picture;
  panel.map = &color_map_named(picture->view().color_map);
  panel.range = picture->automatic_range(PictureSide::actual);
  panel.lit = &lit;
  panel.first_texture = kFirstTexture;
  state.picture.chosen.reset();
  // The wheel scrolls this page, and zooms the picture with Ctrl only.
  ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel;
  if (!io.KeyCtrl) io.MouseWheel = 0;
  draw_picture_panel(ui, state.picture, panel, 0, at, size);
  io.MouseWheel = wheel;
  ImGui::SetCursorScreenPos({at.x, at.y + size.y});
  ImGui::Dummy({1, 1});
  if (!state.picture.chosen) return;
  // The lane that asks for it, where one does.
  const auto index = static_cast<uint64_t>(state.picture.chosen->row * picture->columns() +
                                           state.picture.chosen->column);
  for (int lane = 0; lane < 32; ++lane)
    if (lit_elements(view, lane).of_lane == index)
      return ui.ask(Select{with_lane(view, selection_of(view, work.selection), lane)});
  Selection chosen;
  chosen.element = SelectedElement{lit.buffer, index};
  chosen.wants_writer = true;
  ui.ask(Select{chosen});
}

// ---- the page -----------------------------------------------------------------------------------

std::string source_line(const std::string& source, int line) {
  size_t begin = 0;
  for (int i = 1; i < line && begin != std::string::npos; ++i) {
    begin = source.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  std::string text = source.substr(begin, source.find('\n', begin) - begin);
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first);
}

void draw_head(Ui& ui, const LensView& view, const std::string& source, bool of_before) {
  const data::LoggedAccess& access = view.logged();
  ImGui::SetCursorPosX(ui.px(14));
  text_line(ui, ui.fonts.code_small, ui.color().dim,
            fmt::format("{} | {}", access.line, source_line(source, access.line)),
            ImGui::GetContentRegionAvail().x - ui.px(14));
  ImGui::Dummy({1, ui.px(2)});
  if (of_before)
    marked_sentence(ui, Icon::history, ui.color().info,
                    "This is the run before, at the same place.");
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.strong, ui.color().text, lens::sentence_of(access));
  note_item(ui, of_before ? "sentence of the run before" : "sentence", 0, ImGui::GetItemRectMin(),
            ImGui::GetItemRectMax());
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.small, ui.color().faint, place_sentence(view));
  ImGui::Dummy({1, ui.px(4)});
}

void draw_texts(Ui& ui, const LensView& view) {
  const lens::Explanation& text = lens::explanation_of(view.logged());
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Why");
  pane_text(ui, ui.fonts.text, ui.color().dim, text.why);
  if (view.cost().excess() == 0) return;
  ImGui::Dummy({1, ui.px(4)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Where to look");
  pane_text(ui, ui.fonts.text, ui.color().dim, text.look);
}

// A row of the table: the line, the access, what it costs, the ideal.
void draw_table_row(Ui& ui, const Work& work, const LensRow& row, const LensView* view,
                    const LensAnswer& answer) {
  const std::string& source = answer.source;
  const lens::Look& look = row.look->look;
  const float left = ui.px(14), height = ui.fonts.text->FontSize + ui.px(8);
  const float width = ImGui::GetContentRegionAvail().x - 2 * left;
  ImGui::SetCursorPosX(left);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = fmt::format("line {} of {}", row.line->line, look.log.kernel);
  ImGui::PushID(look.launch_spec);
  if (ImGui::InvisibleButton(name.c_str(), {width, height}))
    ui.ask(Select{selection_of({row.look, row.line, row.line->worst}, work.selection)});
  note_item(ui, name);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool chosen = view != nullptr && view->line->line == row.line->line &&
                      view->look->look.launch_spec == look.launch_spec;
  if (chosen || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height},
                       chosen ? ui.color().selection : ui.color().raised, ui.px(3));
  const float y = at.y + ui.px(4);
  const std::string number = std::to_string(row.line->line);
  put_text(list, ui.fonts.code, {at.x + ui.px(34) - text_width(ui.fonts.code, number), y},
           ui.color().dim, number);
  const std::string cost = fmt::format("{} {}, ideal {}", row.cost.units, row.unit, row.cost.ideal);
  const float cost_width = text_width(ui.fonts.strong, cost);
  std::string what = row.access;
  if (answer.looks.size() > 1 && !look.launch.empty()) what += fmt::format(" ({})", look.launch);
  put_text_cut(list, ui.fonts.text, {at.x + ui.px(46), y}, ui.color().text, what,
               width - cost_width - ui.px(46 + 14));
  put_text(list, ui.fonts.strong, {at.x + width - cost_width - ui.px(4), y},
           row.cost.excess() > 0 ? ui.color().fail : ui.color().pass, cost);
  if (hovered)
    tooltip(ui, fmt::format("Line {}: {}", row.line->line, source_line(source, row.line->line)));
}

void draw_table(Ui& ui, const Work& work, const LensAnswer& answer, const LensView* view) {
  ImGui::Dummy({1, ui.px(10)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Lines, the worst access of each");
  for (const LensRow& row : rows_of(answer)) draw_table_row(ui, work, row, view, answer);
  ImGui::Dummy({1, ui.px(12)});
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
    draw_head(ui, *shown, wants_before ? *state.before.source : answer.source, wants_before);
    if (const auto lane = draw_lens_picture(ui, *shown, work.selection.lane); lane && view)
      ui.ask(Select{with_lane(*view, selection_of(*view, work.selection), *lane)});
    if (work.selection.lane >= 0)
      pane_text(ui, ui.fonts.text, ui.color().text, lane_sentence(*shown, work.selection.lane));
    ImGui::Dummy({1, ui.px(4)});
  }
  if (view) draw_steppers(ui, state, *view, state.before.source.has_value());
  if (!shown) return;
  ImGui::Dummy({1, ui.px(6)});
  if (const auto chosen = draw_lens_strip(ui, *shown); chosen && view && !wants_before)
    ui.ask(Select{selection_of({view->look, view->line, *chosen}, work.selection)});
  draw_buffer(ui, state, work, *shown);
  draw_texts(ui, *shown);
}

}  // namespace

namespace {

// Of inputs alone: what else is in a picture may have been another value when it was read.
ValueOf values_of(const Work& work, const exercise::Exercise& exercise) {
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
  const bool is_wanted =
      is_shown || state.code_is_shown || (lab.work() && lab.work()->selection.wants_writer);
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
  draw_table(ui, *lab.work(), *answer, view ? &*view : nullptr);
}

}  // namespace warplab::app
