// Live step by step: an image that appears sweep by sweep, with sliders that turn what it is drawn
// from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/capital.hpp"
#include "draw/picture_legend.hpp"
#include "draw/stop_slider.hpp"
#include "draw/widgets.hpp"
#include "live/live_parts.hpp"
#include "results/picture_panel.hpp"

namespace warplab::app {
namespace {

using exercise::LiveSpec;

// The first buffer that is drawn from a picture, and its choice.
struct PicturePlace {
  size_t buffer = 0, choice = 0;
};
std::optional<PicturePlace> picture_place(const LiveSpec& spec) {
  for (size_t i = 0; i < spec.buffers.size(); ++i)
    for (size_t k = 0; k < spec.buffers[i].choices.size(); ++k)
      if (spec.buffers[i].choices[k].fill.picture) return PicturePlace{i, k};
  return std::nullopt;
}

bool draws_from_picture(const LiveState& state, const LiveSpec& spec) {
  for (size_t i = 0; i < spec.buffers.size(); ++i)
    if (i < state.values.choices.size() &&
        spec.buffers[i].choices.at(state.values.choices[i]).fill.picture)
      return true;
  return false;
}

// Sets what a slider or a choice says; a failed kernel is tried again, as the values may be why.
void apply_values(LiveState& state, const Lab& lab, const Live::Snapshot& now) {
  if (now.phase == Live::Phase::failed) start_live(state, lab, false);
  else state.live->change(state.values);
}

void take_picture(LiveState& state, const Lab& lab, const std::filesystem::path& file) {
  const LiveSpec& spec = *lab.exercise()->live;
  const std::optional<PicturePlace> place = picture_place(spec);
  state.picture_trouble.clear();
  if (!place) {
    state.picture_trouble = "This exercise does not draw from a picture.";
    return;
  }
  auto picture = exercise::load_own_picture(file);
  if (!picture) {
    state.picture_trouble = "The picture was not taken: " + picture.error() + ".";
    return;
  }
  state.values.picture = std::move(*picture);
  state.values.choices[place->buffer] = place->choice;
  state.picture_name = file.filename().string();
  if (state.live) apply_values(state, lab, state.live->snapshot());
}

void draw_buttons(Ui& ui, LiveState& state, const Lab& lab, const Live::Snapshot& now) {
  Live& live = *state.live;
  const std::string& step = lab.exercise()->live->step;
  ImGui::SetCursorPos({ui.px(12), ui.px(10)});
  draw_play_button(ui, state, now, "Keep the image that is shown (space)",
                   fmt::format("One {} after the other (space)", step));
  ImGui::SameLine(0, ui.px(6));
  if (labelled_button(ui, "step", Icon::chevron_right, "Step")) live.step(1);
  tooltip_for_item(ui, fmt::format("One {} (S)", step));
  ImGui::SameLine(0, ui.px(6));
  if (labelled_button(ui, "restart", Icon::reset, "Restart")) {
    if (now.phase == Live::Phase::failed) start_live(state, lab, true);
    else live.show(0);
  }
  tooltip_for_item(ui, "Begin again, with the same random numbers (R)");
}

void draw_texts(Ui& ui, LiveState& state, const Lab& lab) {
  ImGui::SetCursorPosX(ui.px(12));
  const auto choose = [&](const char* id, const char* label, bool wanted, const char* tip) {
    if (segment(ui, id, label, state.of_starter == wanted) && state.of_starter != wanted) {
      state.of_starter = wanted;
      start_live(state, lab, false);
    }
    tooltip_for_item(ui, tip);
  };
  choose("live yours", "Your text", false, "What is in the editor, as you type");
  ImGui::SameLine(0, ui.px(2));
  choose("live starter", "Starter", true, "The text you were given, with its mistake");
  if (!state.gpu.empty() || lab.exercise()->reference_file.empty()) return;
  const auto compare = [&](const char* id, const char* label, bool wanted, const char* tip) {
    if (segment(ui, id, label, state.compares == wanted) && state.compares != wanted) {
      state.compares = wanted;
      start_live(state, lab, true);
    }
    tooltip_for_item(ui, tip);
  };
  ImGui::SameLine(0, ui.px(14));
  compare("live with right", "With right", true,
          "Beside it what a right kernel makes of the same random numbers");
  ImGui::SameLine(0, ui.px(2));
  compare("live alone", "Alone", false, "The image alone, larger and faster");
}

// Behind the choice before, or where there is no room, below it.
void next_choice(Ui& ui, const std::string& title, float label) {
  const float width = text_width(ui.fonts.text, title) + 2 * ImGui::GetStyle().FramePadding.x;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + ui.px(8) + width < right) ImGui::SameLine(0, ui.px(2));
  else ImGui::SetCursorPosX(ui.px(14) + label);
}

void draw_sliders(Ui& ui, LiveState& state, const Lab& lab, const Live::Snapshot& now) {
  const LiveSpec& spec = *lab.exercise()->live;
  float label = 0;
  for (const exercise::LiveParameter& one : spec.parameters)
    label = std::max(label, text_width(ui.fonts.text, one.title));
  for (const exercise::LiveBuffer& one : spec.buffers)
    if (one.choices.size() > 1) label = std::max(label, text_width(ui.fonts.text, one.title));
  label = std::min(label + ui.px(10), ui.px(140));
  bool changed = false, restarts = false;
  for (size_t i = 0; i < spec.parameters.size(); ++i) {
    const exercise::LiveParameter& one = spec.parameters[i];
    if (number_slider(ui, one.title, {one.from, one.to, one.step}, state.values.parameters[i],
                      label))
      changed = true;
  }
  for (size_t i = 0; i < spec.buffers.size(); ++i) {
    const exercise::LiveBuffer& one = spec.buffers[i];
    if (one.choices.size() < 2) continue;
    ImGui::SetCursorPosX(ui.px(14));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_text_cut(*ImGui::GetWindowDrawList(), ui.fonts.text,
                 {at.x, at.y + ImGui::GetStyle().FramePadding.y}, ui.color().dim, one.title,
                 label - ui.px(6));
    ImGui::SetCursorPosX(ui.px(14) + label);
    for (size_t k = 0; k < one.choices.size(); ++k) {
      const std::string& title = one.choices[k].title;
      if (k) next_choice(ui, title, label);
      const bool is_chosen = state.values.choices[i] == k;
      if (segment(ui, (one.title + " " + title).c_str(), title, is_chosen) && !is_chosen) {
        state.values.choices[i] = k;
        changed = true;
        const auto& carried = spec.carried;
        restarts |= std::find(carried.begin(), carried.end(), one.buffer) != carried.end();
      }
    }
  }
  if (changed) apply_values(state, lab, now);
  // What an image begins with is seen at its beginning.
  if (restarts) state.live->show(0);
}

void draw_own_picture(Ui& ui, LiveState& state, const Lab& lab) {
  const LiveSpec& spec = *lab.exercise()->live;
  if (draws_from_picture(state, spec)) {
    ImGui::SetCursorPosX(ui.px(14));
    ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(60)));
    const bool entered = ImGui::InputTextWithHint(
        "##picture", "Drop a picture, or type its path", state.picture_path.data(),
        state.picture_path.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    note_item(ui, "picture path").is_field = true;
    ImGui::PopAllowKeyboardFocus();
    tooltip_for_item(ui, state.picture_name.empty()
                             ? "A PNG or JPEG of yours, from which the brightness is taken."
                             : "Drawn from " + state.picture_name +
                                   ". An empty line brings the exercise's picture back.");
    if (entered && state.picture_path[0] == 0) {
      state.values.picture.reset();
      state.picture_name.clear();
      state.picture_trouble.clear();
      state.live->change(state.values);
    } else if (entered) {
      take_picture(state, lab, state.picture_path.data());
    }
  }
  if (!state.picture_trouble.empty())
    marked_sentence(ui, Icon::warning, ui.color().warn, state.picture_trouble);
}

void draw_standing(Ui& ui, const Lab& lab, const Live::Snapshot& now) {
  const LiveSpec& spec = *lab.exercise()->live;
  if (!now.frame) {
    ImGui::SetCursorPosX(ui.px(14));
    return text_line(ui, ui.fonts.text, ui.color().faint, "The kernel is being compiled.");
  }
  const LiveFrame& frame = *now.frame;
  std::string text =
      frame.schedule == 0
          ? "The beginning"
          : with_capital(fmt::format("{} {}", spec.step, count_text(frame.schedule)));
  if (now.per_second > 0) text += fmt::format(", {:.0f} a second", now.per_second);
  if (!frame.picture->has_expected()) {
    ImGui::SetCursorPosX(ui.px(14));
    return text_line(ui, ui.fonts.text, ui.color().dim, text + ".");
  }
  const bool right = frame.right == frame.elements;
  marked_sentence(ui, right ? Icon::check : Icon::cross, right ? ui.color().pass : ui.color().fail,
                  text + (right ? ": every element is right."
                                : fmt::format(": {} of {} elements are not what they should be.",
                                              count_text(frame.elements - frame.right),
                                              count_text(frame.elements))));
}

void draw_images(Ui& ui, LiveState& state, const LiveFrame& frame) {
  const Picture& picture = *frame.picture;
  const exercise::View& view = picture.view();
  PanelContent live;
  live.picture = frame.picture;
  live.map = &color_map_named(view.color_map);
  live.range = picture.automatic_range(PictureSide::actual);
  if (view.low && view.high) live.range = {*view.low, *view.high};
  live.title = state.of_starter ? "The starter's" : "Yours";
  ImGui::SetCursorPosX(ui.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 avail = ImGui::GetContentRegionAvail();
  const float gap = ui.px(10), bar = color_bar_height(ui) + ui.px(6);
  const float footer = ui.fonts.text->FontSize + ui.px(14) + bar;
  const ImVec2 room{avail.x - ui.px(12), std::max(avail.y - footer, ui.px(120))};
  const bool two = picture.has_expected(), beside = room.x > room.y;
  // Images by chance look alike, right ones and wrong ones: the mask shows where they are not.
  const bool has_mask = two && picture.wrong() > 0;
  const float panels = has_mask ? 3 : two ? 2 : 1;
  ImVec2 size = room;
  (beside ? size.x : size.y) =
      std::floor(((beside ? room.x : room.y) - gap * (panels - 1)) / panels);
  const auto place_of = [&](float n) {
    return beside ? ImVec2{at.x + n * (size.x + gap), at.y}
                  : ImVec2{at.x, at.y + n * (size.y + gap)};
  };
  draw_picture_panel(ui, state.panels, live, 0, at, size);
  if (two) {
    PanelContent right = live;
    right.title = "Right";
    right.side = PictureSide::expected;
    draw_picture_panel(ui, state.panels, right, 1, place_of(1), size);
  }
  if (has_mask) {
    PanelContent mask = live;
    mask.title = "Wrong";
    mask.side = PictureSide::wrong;
    mask.map = &difference_map();
    mask.range = picture.automatic_range(PictureSide::wrong);
    draw_picture_panel(ui, state.panels, mask, 2, place_of(2), size);
  }
  draw_color_bar(ui, two ? "Values, yours and right" : "Values", *live.map, live.range,
                 {at.x, at.y + room.y + ui.px(6)}, room.x);
  std::string text = "Move over an image to read values.";
  const auto& place = state.panels.hovered;
  const bool reads = place && picture.contains(place->row, place->column);
  if (reads) {
    text = fmt::format("{} = {}", picture.index_text(place->row, place->column),
                       picture.text(PictureSide::actual, place->row, place->column));
    if (two)
      text += fmt::format(", expected {}",
                          picture.text(PictureSide::expected, place->row, place->column));
  }
  put_text_cut(*ImGui::GetWindowDrawList(), ui.fonts.text, {at.x, at.y + room.y + bar + ui.px(6)},
               reads ? ui.color().text : ui.color().faint, text, room.x);
}

}  // namespace

void take_dropped_picture(LiveState& state, const Lab& lab, const std::filesystem::path& file) {
  if (state.by_steps && lab.exercise() && lab.exercise()->live) take_picture(state, lab, file);
}

void draw_live_steps(Ui& ui, LiveState& state, const Lab& lab, const Live::Snapshot& now) {
  draw_buttons(ui, state, lab, now);
  draw_texts(ui, state, lab);
  draw_sliders(ui, state, lab, now);
  draw_own_picture(ui, state, lab);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(4));
  if (!state.why_paused.empty())
    marked_sentence(ui, Icon::warning, ui.color().warn, state.why_paused);
  if (now.phase == Live::Phase::failed)
    marked_sentence(ui, Icon::error, ui.color().fail, now.error);
  else draw_standing(ui, lab, now);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(4));
  if (now.frame) with_own_slots(ui, state, *now.frame, [&] { draw_images(ui, state, *now.frame); });
}

}  // namespace warplab::app
