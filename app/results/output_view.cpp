#include "results/output_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "draw/widgets.hpp"
#include "results/picture_colors.hpp"
#include "results/picture_footer.hpp"
#include "results/picture_panel.hpp"

namespace warplab::app {
namespace {

constexpr float kGap = 10, kStripHeight = 16;  // between panels; of a line's mask

using PicturePointer = std::shared_ptr<const Picture>;

// One order of blocks and warps: the student's pictures and, where it has a race, the starter's.
struct RunPictures {
  uint64_t schedule = 0;
  const PictureRun* yours = nullptr;
  const PictureRun* starter = nullptr;
};

// In the order in which they came, those of the student's text only where there is one.
std::vector<RunPictures> runs_of(const Work& work) {
  std::vector<RunPictures> runs;
  for (const PictureRun& run : work.pictures) {
    auto at = std::find_if(runs.begin(), runs.end(), [&](const RunPictures& known) {
      return known.schedule == run.schedule;
    });
    if (at == runs.end()) at = runs.insert(runs.end(), RunPictures{run.schedule, nullptr, nullptr});
    (run.of_starter ? at->starter : at->yours) = &run;
  }
  std::erase_if(runs, [](const RunPictures& run) { return !run.yours; });
  return runs;
}

PicturePointer picture_named(const PictureRun* run, const std::string& buffer) {
  if (!run) return nullptr;
  for (const PicturePointer& picture : run->pictures)
    if (picture->buffer() == buffer) return picture;
  return nullptr;
}

bool is_input(const exercise::Exercise& exercise, const std::string& name) {
  return std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                     [&](const exercise::Buffer& buffer) {
                       return buffer.name == name && buffer.role == exercise::Buffer::Role::input;
                     });
}

// The first picture with something wrong, else the first that the kernel wrote, or the first at
// all.
std::string default_buffer(const exercise::Exercise& exercise, const Pictures& pictures) {
  for (const PicturePointer& picture : pictures)
    if (picture->has_expected() && picture->wrong() > 0) return picture->buffer();
  for (const PicturePointer& picture : pictures)
    if (!is_input(exercise, picture->buffer())) return picture->buffer();
  return pictures.front()->buffer();
}

std::string wrong_note(const Picture& picture, bool brief) {
  if (!picture.has_expected()) return {};
  if (picture.wrong() == 0) return "all right";
  if (brief) return count_text(picture.wrong()) + " wrong";
  return fmt::format("{} of {} wrong", count_text(picture.wrong()), count_text(picture.elements()));
}

void take_view_settings(OutputState& state, const Picture& picture) {
  if (state.painted_for == &picture) return;
  const bool same_buffer = state.painted_for && state.range_from_view;
  state.painted_for = &picture;
  if (same_buffer) return;
  state.range_from_view = true;
  const exercise::View& view = picture.view();
  state.fixed = view.low && view.high;
  const ValueRange automatic = picture.automatic_range(PictureSide::actual);
  state.low = view.low.value_or(automatic.low);
  state.high = view.high.value_or(automatic.high);
}

// The buffers that can be seen, and to the right of them the buttons that zoom.
void draw_first_row(Ui& ui, OutputState& state, const Pictures& pictures, const Picture& picture,
                    ImVec2 panel) {
  const float buttons = ui.px(4 * 28 + 3 * 2 + 6);
  const float top = ImGui::GetCursorPosY(), right = ImGui::GetWindowWidth() - buttons;
  ImGui::SetCursorPosX(ui.px(8));
  for (size_t i = 0; i < pictures.size(); ++i) {
    const float needed = text_width(ui.fonts.text, pictures[i]->title()) + ui.px(22);
    if (i) {
      ImGui::SameLine(0, ui.px(4));
      if (ImGui::GetCursorPosX() + needed > right) {
        ImGui::NewLine();
        ImGui::SetCursorPosX(ui.px(8));
      }
    }
    ImGui::PushID(static_cast<int>(i));
    if (segment(ui, "buffer", pictures[i]->title(), pictures[i]->buffer() == state.buffer)) {
      state.buffer = pictures[i]->buffer();
      state.view = {};
      state.range_from_view = false;
      state.color_map.clear();
    }
    ImGui::PopID();
  }
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos({right, top});
  if (icon_button(ui, "out", Icon::minus, "Smaller (-)"))
    zoom_view(state.view, picture, panel, 0.5, {0, 0});
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "in", Icon::plus, "Larger (+, or Ctrl and the mouse wheel)"))
    zoom_view(state.view, picture, panel, 2, {0, 0});
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "fit", Icon::fit, "The whole picture (0, or a double click)"))
    state.view = {};
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "colors", Icon::settings, "Colours and their range", true,
                  state.shows_colors))
    state.shows_colors = !state.shows_colors;
  ImGui::SetCursorPos(after);
}

// Keys of the pane: + and - zoom, 0 fits, Alt with the arrows moves.
void apply_keys(Ui& ui, OutputState& state, const Picture& picture, ImVec2 panel) {
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) || ImGui::GetIO().WantTextInput)
    return;
  for (const InputEvent& event : ui.input) {
    if (event.text == "+") zoom_view(state.view, picture, panel, 1.5, {0, 0});
    if (event.text == "-") zoom_view(state.view, picture, panel, 1 / 1.5, {0, 0});
    if (event.text == "0") state.view = {};
    if (event.modifiers != key::kAlt || state.view.zoom <= 0) continue;
    const double step = 40 / state.view.zoom;
    if (event.key == key::kLeft) state.view.column -= step;
    if (event.key == key::kRight) state.view.column += step;
    if (event.key == key::kUp) state.view.row -= step;
    if (event.key == key::kDown) state.view.row += step;
  }
}

// A button that shows the first wrong element. Returns whether its line is still open.
bool draw_first_wrong(Ui& ui, OutputState& state, const Picture& picture) {
  const auto first = picture.first_wrong();
  if (!first) return false;
  ImGui::SetCursorPosX(ui.px(12));
  const std::string label = "Show " + picture.index_text(first->row, first->column);
  if (labelled_button(ui, "first wrong", Icon::search, label)) {
    state.view = {std::max(ui.px(14.0f), 8.0f), static_cast<double>(first->row) + 0.5,
                  static_cast<double>(first->column) + 0.5};
    state.hovered = OutputState::Place{first->row, first->column};
    state.chosen = state.hovered;  // who wrote it, and what that thread had read
  }
  ImGui::SameLine(0, ui.px(16));
  return true;
}

constexpr const char* kMoreToCome = "more are running";

void draw_run_choice(Ui& ui, OutputState& state, const std::vector<RunPictures>& runs,
                     bool more_to_come, bool line_is_open) {
  if (runs.size() < 2 && !more_to_come) {
    if (line_is_open) ImGui::NewLine();
    return;
  }
  const float word = text_width(ui.fonts.text, "Run") + ui.px(6), gap = ui.px(2);
  float width = word + (more_to_come ? ui.px(8) + text_width(ui.fonts.small, kMoreToCome) : 0);
  for (size_t i = 0; i < runs.size(); ++i)
    width += segment_width(ui, std::to_string(i + 1)) + (i ? gap : 0);
  // Behind the button where there is room for all of it.
  if (line_is_open && ImGui::GetContentRegionAvail().x < width) {
    ImGui::NewLine();
    line_is_open = false;
  }
  if (!line_is_open) ImGui::SetCursorPosX(ui.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text, {at.x, at.y + ui.px(4.5f)}, ui.color().dim,
           "Run");
  ImGui::SetCursorScreenPos({at.x + word, at.y});
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i) ImGui::SameLine(0, gap);
    ImGui::PushID(static_cast<int>(i));
    if (segment(ui, "run", std::to_string(i + 1), static_cast<int>(i) == state.run))
      state.run = static_cast<int>(i);
    tooltip_for_item(ui, i == 0 ? "The ordinary order of blocks and warps: the run of the verdict"
                                : "Another order of blocks and warps");
    ImGui::PopID();
  }
  if (more_to_come) {
    ImGui::SameLine(0, ui.px(8));
    text_line(ui, ui.fonts.small, ui.color().faint, kMoreToCome);
  }
}

float selection_height(const Ui& ui, const Selection& selection, float width) {
  if (selection.wants_writer) return ui.fonts.text->FontSize + ui.px(12);
  if (selection.written.empty()) return 0;
  const float text = wrap_words(ui.fonts.text, selection.written, width - ui.px(28)).height;
  return text + ui.px(12) + (selection.access ? ImGui::GetFrameHeightWithSpacing() + ui.px(8) : 0);
}

// The element that was chosen: who wrote it, and the way to its access.
void draw_selection(Ui& ui, const Selection& selection) {
  if (!selection.wants_writer && selection.written.empty()) return;
  ImGui::SetCursorPosX(ui.px(14));
  if (selection.wants_writer)
    return text_line(ui, ui.fonts.text, ui.color().faint,
                     "Finding the thread that wrote it \u2026");
  text_wrapped(ui, ui.fonts.text, ui.color().text, selection.written);
  note_item(ui, "written", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (!selection.access) return;
  ImGui::SetCursorPosX(ui.px(14));
  if (labelled_button(ui, "to the lens", Icon::search, "See its access"))
    ui.ask(ShowTab{Tab::memory});
  ImGui::SameLine(0, ui.px(8));
  if (labelled_button(ui, "to the line", Icon::chevron_right,
                      fmt::format("Line {}", selection.line)))
    ui.ask(GoToLine{selection.line, 0});
}

// How many columns of panels make the pictures largest.
int best_columns(size_t panels, ImVec2 room, float gap, float head, const Picture& picture) {
  if (picture.is_line()) return 1;  // the same element stands above itself
  int best = 1;
  double largest = 0;
  for (int columns = 1; columns <= static_cast<int>(panels); ++columns) {
    const int rows = (static_cast<int>(panels) + columns - 1) / columns;
    const ImVec2 size{
        (room.x - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
        (room.y - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows) - head};
    if (size.x <= 0 || size.y <= 0) continue;
    const double zoom = std::min(size.x / static_cast<double>(picture.columns()),
                                 size.y / static_cast<double>(picture.rows()));
    if (zoom > largest * 1.02) largest = zoom, best = columns;
  }
  return best;
}

PicturePointer picture_of_earlier(const Work& work, const std::string& buffer) {
  if (!work.earlier) return nullptr;
  for (const PicturePointer& picture : work.earlier->pictures)
    if (picture->buffer() == buffer) return picture;
  return nullptr;
}

// Which colours, in which range.
struct Coloring {
  const ColorMap& map;
  ValueRange range;
};

std::vector<PanelContent> panels_of(const RunPictures& run, const Work& work,
                                    const OutputState& state, const PicturePointer& yours,
                                    bool only_read, const Coloring& coloring) {
  std::vector<PanelContent> panels;
  const auto add = [&](std::string title, const PicturePointer& picture, PictureSide side) {
    PanelContent panel;
    panel.title = std::move(title);
    panel.picture = picture;
    panel.side = side;
    const bool of_both = side == PictureSide::difference || side == PictureSide::wrong;
    panel.map = of_both ? &difference_map() : &coloring.map;
    panel.range = of_both ? picture->automatic_range(side) : coloring.range;
    if (side == PictureSide::actual) {
      panel.note = wrong_note(*picture, false);
      panel.brief_note = wrong_note(*picture, true);
      panel.note_is_bad = picture->wrong() > 0;
    }
    panels.push_back(std::move(panel));
  };
  // What the kernel only reads is the same on both sides.
  if (only_read && yours->wrong() == 0) {
    add("What your kernel reads", yours, PictureSide::actual);
    panels.back().note = panels.back().brief_note = {};
    return panels;
  }
  const PicturePointer starter = picture_named(run.starter, state.buffer);
  add("Yours", yours, PictureSide::actual);
  if (const PicturePointer earlier = picture_of_earlier(work, state.buffer)) {
    // What both should have been says whether they were given the same.
    const bool same = earlier->same_expected(*yours);
    add("Run of " + work.earlier_title + (same ? "" : ", of other inputs"), earlier,
        PictureSide::actual);
  }
  if (starter) {
    add("Starter, with its race", starter, PictureSide::actual);
    panels.back().brief_title = "Starter";
  }
  if (!yours->has_expected()) return panels;
  add("Right", yours, PictureSide::expected);
  const bool of_starter = starter && yours->wrong() == 0;
  add(of_starter ? "The starter's difference" : "Difference", of_starter ? starter : yours,
      PictureSide::difference);
  if (!of_starter) panels.back().brief_title = "Diff.";
  // A difference that is small beside the largest one is as dark as none: the mask shows all.
  if (yours->wrong() > 0) {
    add("Wrong elements", yours, PictureSide::wrong);
    panels.back().brief_title = "Wrong";
  }
  return panels;
}

// While an earlier run stands beside the last one, or is to: which, and the way back.
void draw_earlier_line(Ui& ui, const Work& work) {
  if (work.earlier_title.empty()) return;
  std::string text = "The run of " + work.earlier_title;
  if (!work.earlier) text += " is being made again \u2026";
  else if (!work.earlier->why_not.empty()) text += ": " + work.earlier->why_not;
  else text += " stands beside yours, made again with the same inputs.";
  marked_sentence(ui, Icon::history, ui.color().info, text);
  ImGui::SetCursorPosX(ui.px(40));
  if (labelled_button(ui, "hide earlier", Icon::cross, "Close (Esc)")) ui.ask(HideEarlier{});
}

// A run or a buffer that there is no longer is replaced.
const RunPictures& choose_run(OutputState& state, const Lab& lab,
                              const std::vector<RunPictures>& runs) {
  state.run = std::clamp(state.run, 0, static_cast<int>(runs.size()) - 1);
  const RunPictures& run = runs[static_cast<size_t>(state.run)];
  if (!picture_named(run.yours, state.buffer))
    state.buffer = default_buffer(*lab.exercise(), run.yours->pictures);
  return run;
}

// Where each panel is, in rows from the top.
struct PanelPlaces {
  std::vector<ImVec2> at, size;
  float height = 0;  // of all of them
};

// Units. A plot or a picture that is lower says nothing: then the pane scrolls.
constexpr float kLeastPlot = 56, kLeastPicture = 130;

// In as many columns as make pictures largest. Lines stand below each other, and a mask of theirs
// takes no more than a strip.
PanelPlaces places_of(const Ui& ui, const std::vector<PanelContent>& panels, const Picture& yours,
                      ImVec2 at, ImVec2 room) {
  const float gap = ui.px(kGap), head = panel_title_height(ui);
  const int columns = best_columns(panels.size(), room, gap, head, yours);
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  const auto is_strip = [&](const PanelContent& panel) {
    return yours.is_line() && panel.side == PictureSide::wrong;
  };
  const float strip = head + ui.px(kStripHeight);
  const auto strips = static_cast<float>(std::ranges::count_if(panels, is_strip));
  const float least = head + ui.px(yours.is_line() ? kLeastPlot : kLeastPicture);
  const float high =
      std::max(std::floor((room.y - gap * static_cast<float>(rows - 1) - strips * strip) /
                          (static_cast<float>(rows) - strips)),
               least);
  const float wide =
      std::floor((room.x - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  PanelPlaces places;
  float y = at.y;
  for (size_t i = 0; i < panels.size(); ++i) {
    const int column = static_cast<int>(i) % columns;
    if (i > 0 && column == 0) y += places.size.back().y + gap;
    places.at.push_back({at.x + static_cast<float>(column) * (wide + gap), y});
    places.size.push_back({wide, is_strip(panels[i]) ? strip : high});
  }
  places.height = y + places.size.back().y - at.y;
  return places;
}

// The panels, and the values under the mouse below them.
void draw_panels(Ui& ui, OutputState& state, const std::vector<PanelContent>& panels,
                 const Picture& yours, float below) {
  ImGui::SetCursorPosX(ui.px(12));
  const Footer footer = footer_of(panels, yours);
  const float under = footer_height(ui, footer);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 avail = ImGui::GetContentRegionAvail();
  const ImVec2 room{avail.x - ui.px(12), std::max(avail.y - under - below - ui.px(10), 1.0f)};
  const PanelPlaces places = places_of(ui, panels, yours, at, room);
  apply_keys(ui, state, yours,
             {places.size.front().x, places.size.front().y - panel_title_height(ui)});
  const auto hovered_before = state.hovered;
  bool mouse_over = false;
  for (size_t i = 0; i < panels.size(); ++i) {
    draw_picture_panel(ui, state, panels[i], static_cast<int>(i), places.at[i], places.size[i]);
    mouse_over |= ImGui::IsItemHovered();
  }
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (!mouse_over && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && hovered_before &&
      (moved.x != 0 || moved.y != 0))
    state.hovered.reset();
  const float bottom = at.y + places.height + ui.px(10);
  draw_footer(ui, state, footer, {at.x, bottom}, room.x);
  ImGui::SetCursorScreenPos({at.x, bottom + under});
  ImGui::Dummy({1, 1});
}

// One for every order and for both halves, so that equal colours are equal values.
ValueRange range_of(const std::vector<RunPictures>& runs, const Work& work,
                    const std::string& buffer) {
  std::optional<ValueRange> range;
  if (const PicturePointer earlier = picture_of_earlier(work, buffer))
    range = earlier->automatic_range(PictureSide::actual);
  for (const RunPictures& run : runs)
    for (const PictureRun* one : {run.yours, run.starter})
      if (const PicturePointer picture = picture_named(one, buffer)) {
        const ValueRange its = picture->automatic_range(PictureSide::actual);
        range = range ? joined(*range, its) : its;
      }
  return range.value_or(ValueRange{});
}

}  // namespace

bool take_output_key(OutputState& state, const InputEvent& event) {
  if (!event.is('E') && !(state.has_earlier && event.is(key::kEscape))) return false;
  return state.wants_earlier = true;
}

bool has_picture(const Lab& lab) {
  const Work* const work = lab.work();
  if (!work || !work->outcome || lab.exercise()->views.empty()) return false;
  return !runs_of(*work).empty() ||
         (lab.runner().is_busy() && lab.runner().slug() == lab.entry()->slug);
}

bool picture_is_news(const Lab& lab) {
  const Work& work = *lab.work();
  if (!work.earlier_title.empty()) return true;
  return std::ranges::any_of(runs_of(work), [](const RunPictures& run) {
    return run.starter != nullptr ||
           std::ranges::any_of(run.yours->pictures, [](const PicturePointer& picture) {
             return picture->has_expected() && picture->wrong() > 0;
           });
  });
}

void draw_output(Ui& ui, OutputState& state, const Lab& lab, const LitElements* lit) {
  const Work* work = lab.work();
  if (!work || !work->outcome) return;
  if (state.slug != lab.entry()->slug) {
    state = OutputState{};
    state.slug = lab.entry()->slug;
  }
  state.has_earlier = !work->earlier_title.empty();
  if (std::exchange(state.wants_earlier, false)) {
    if (state.has_earlier) ui.ask(HideEarlier{});
    else ui.ask(ShowNewestEarlier{});
  }
  const bool more_to_come = !state.has_earlier && lab.runner().is_busy() &&
                            !lab.runner().is_running() && lab.runner().slug() == state.slug;
  const std::vector<RunPictures> runs = runs_of(*work);
  if (runs.empty()) {
    if (more_to_come) pane_text(ui, ui.fonts.text, ui.color().faint, "It is being made.");
    return;
  }
  const RunPictures& run = choose_run(state, lab, runs);
  const PicturePointer yours = picture_named(run.yours, state.buffer);
  take_view_settings(state, *yours);

  const ColorMap& map =
      color_map_named(state.color_map.empty() ? yours->view().color_map : state.color_map);
  ValueRange range = range_of(runs, *work, state.buffer);
  if (state.fixed && state.high > state.low) range = {state.low, state.high};
  std::vector<PanelContent> panels =
      panels_of(run, *work, state, yours, is_input(*lab.exercise(), state.buffer), {map, range});
  for (PanelContent& panel : panels) {
    panel.lit = lit;
    panel.has_labels = false;
  }
  state.chosen.reset();

  ImGui::Dummy({1, ui.px(2)});
  const ImVec2 about{ImGui::GetContentRegionAvail().x / 2, ImGui::GetContentRegionAvail().x / 2};
  draw_first_row(ui, state, run.yours->pictures, *yours, about);
  if (state.shows_colors) draw_colors(ui, state, yours->is_line() ? nullptr : &map);
  const bool line_is_open = draw_first_wrong(ui, state, *yours);
  draw_run_choice(ui, state, runs, more_to_come, line_is_open);
  draw_earlier_line(ui, *work);
  const Selection& selection = work->selection;
  // The wheel scrolls the page, and zooms the picture with Ctrl only.
  ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel;
  if (!io.KeyCtrl) io.MouseWheel = 0;
  draw_panels(ui, state, panels, *yours,
              selection_height(ui, selection, ImGui::GetContentRegionAvail().x));
  io.MouseWheel = wheel;
  draw_selection(ui, selection);
  if (!state.chosen) return;
  Selection chosen;
  chosen.element = SelectedElement{
      yours->buffer(),
      static_cast<uint64_t>(state.chosen->row * yours->columns() + state.chosen->column)};
  if (is_input(*lab.exercise(), state.buffer))
    chosen.written = yours->index_text(state.chosen->row, state.chosen->column) +
                     " is an input, which no thread writes.";
  else chosen.wants_writer = true;
  ui.ask(Select{chosen});
}

}  // namespace warplab::app
