#include "experiment/prediction_form.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "draw/hand_chart.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

using experiment::Experiment;
using experiment::Predicted;
using experiment::Prediction;
using Kind = Prediction::Kind;

constexpr float kHandChartHeight = 220, kLeastHandChart = 130;
// Its axis, what it says, and two buttons.
constexpr float kBelowHandChart = 190;

void begin(PredictionState& state, const Experiment& experiment, const Prediction& prediction) {
  const std::string of = experiment.slug + "/" + prediction.name;
  if (state.of == of) return;
  state = {};
  state.of = of;
  state.order.resize(prediction.points.size());
  std::iota(state.order.begin(), state.order.end(), size_t{0});
  if (prediction.kind == Kind::curve)
    state.curve = empty_curve(places_of_curve(experiment, prediction));
}

// Enter in the field is the button. Returns whether it was pressed.
bool draw_number(Ui& ui, PredictionState& state, const Experiment& experiment,
                 const Prediction& prediction) {
  const std::string& unit = experiment.series[prediction.series].unit;
  ImGui::SetCursorPosX(ui.px(14));
  ImGui::SetNextItemWidth(std::min(ui.px(180), ImGui::GetContentRegionAvail().x * 0.6f));
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  const bool entered = ImGui::InputTextWithHint("##predicted number", "a number", &state.number,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopAllowKeyboardFocus();
  note_item(ui, "predicted number").is_field = true;
  if (!unit.empty()) {
    ImGui::SameLine(0, ui.px(8));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
    text_line(ui, ui.fonts.text, ui.color().dim, unit);
  }
  return entered;
}

// A row that can be chosen, over the whole width and as high as its text needs. Returns where the
// text begins.
struct RowPlace {
  ImVec2 at, size;
  bool pressed = false, hovered = false, active = false;
  ImGuiID id = 0;
};
RowPlace begin_row(Ui& ui, const std::string& item, float text_height) {
  RowPlace row;
  ImGui::SetCursorPosX(ui.px(14));
  row.at = ImGui::GetCursorScreenPos();
  row.size = {std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(60)),
              text_height + ui.px(14)};
  row.pressed = ImGui::InvisibleButton(item.c_str(), row.size);
  row.hovered = ImGui::IsItemHovered();
  row.active = ImGui::IsItemActive();
  row.id = ImGui::GetItemID();
  ImGui::GetWindowDrawList()->AddRectFilled(
      row.at, {row.at.x + row.size.x, row.at.y + row.size.y},
      row.hovered ? ui.color().raised_hover : ui.color().raised, ui.px(5));
  return row;
}

void draw_choice(Ui& ui, PredictionState& state, const Prediction& prediction) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t i = 0; i < prediction.options.size(); ++i) {
    const float room = std::max(ImGui::GetContentRegionAvail().x - ui.px(28 + 44), ui.px(40));
    const WrappedText text = wrap_words(ui.fonts.text, prediction.options[i], room);
    const std::string item = fmt::format("option {}", i + 1);
    const RowPlace row = begin_row(ui, item, text.height);
    note_item(ui, item);
    if (row.pressed) state.choice = i;
    const bool chosen = state.choice == i;
    const ImVec2 middle{row.at.x + ui.px(18), row.at.y + row.size.y / 2};
    list.AddCircle(middle, ui.px(7), chosen ? ui.color().link : ui.color().dim, 0, ui.px(1.5f));
    if (chosen) list.AddCircleFilled(middle, ui.px(4), ui.color().link);
    put_text(list, ui.fonts.text, {row.at.x + ui.px(36), row.at.y + ui.px(7)}, ui.color().text,
             text.text);
  }
}

void move_row(PredictionState& state, size_t place, int by) {
  const auto other = static_cast<std::ptrdiff_t>(place) + by;
  if (other < 0 || other >= std::ssize(state.order)) return;
  std::swap(state.order[place], state.order[static_cast<size_t>(other)]);
}

// Rows are dragged, or moved by the up and down keys; each keeps its name, so that the keyboard
// stays with it.
void draw_order(Ui& ui, PredictionState& state, const Prediction& prediction) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  pane_text(ui, ui.fonts.small, ui.color().dim,
            "The smallest first. Drag a row, or move it with the up and down keys.");
  const float height = ui.fonts.text->FontSize;
  std::optional<std::pair<size_t, int>> moved;
  for (size_t place = 0; place < state.order.size(); ++place) {
    const std::string& label = prediction.options[state.order[place]];
    const std::string item = "row " + label;
    const RowPlace row = begin_row(ui, item, height);
    note_item(ui, item).takes_arrows = true;
    const float mouse = ImGui::GetIO().MousePos.y;
    if (row.active && mouse < row.at.y) moved = {place, -1};
    if (row.active && mouse > row.at.y + row.size.y) moved = {place, 1};
    if (row.id && ui.nudge.id == row.id && ui.nudge.y != 0)
      moved = {place, static_cast<int>(ui.nudge.y)};
    put_text(list, ui.fonts.text, {row.at.x + ui.px(12), row.at.y + ui.px(7)}, ui.color().dim,
             fmt::format("{}", place + 1));
    put_text_cut(list, ui.fonts.text, {row.at.x + ui.px(40), row.at.y + ui.px(7)}, ui.color().text,
                 label, row.size.x - ui.px(40 + 34));
    // What says that it can be moved.
    for (int i = 0; i < 3; ++i) {
      const float y = row.at.y + row.size.y / 2 + ui.px(4) * static_cast<float>(i - 1);
      list.AddLine({row.at.x + row.size.x - ui.px(28), y}, {row.at.x + row.size.x - ui.px(14), y},
                   ui.color().dim);
    }
  }
  if (moved) move_row(state, moved->first, moved->second);
}

void draw_curve(Ui& ui, PredictionState& state, const Experiment& experiment,
                const Prediction& prediction, const ExperimentAnswer* answer) {
  const std::optional<Chart> chart = hand_chart(experiment, prediction, answer);
  // As high as the button below it leaves room for.
  const float room = ImGui::GetContentRegionAvail().y - ui.px(kBelowHandChart);
  const float height = std::clamp(room, ui.px(kLeastHandChart), ui.px(kHandChartHeight));
  if (!chart) {
    // The buttons are where they are going to be: none may jump away under the mouse.
    const float top = ImGui::GetCursorPosY();
    pane_text(ui, ui.fonts.text, ui.color().dim,
              "The axes are there as soon as the kernels have run.");
    ImGui::SetCursorPosY(top + height_of_hand_chart(ui, height));
    return;
  }
  if (const std::optional<double> first = given_first(experiment, prediction, answer))
    state.curve.y.front() = *first;
  draw_hand_chart(ui, state.chart, *chart, state.curve, "curve by hand", height);
}

Result<Predicted> said_in(const PredictionState& state, const Experiment& experiment,
                          const Prediction& prediction) {
  Predicted said;
  switch (prediction.kind) {
    case Kind::number: {
      const std::optional<double> number = number_in(state.number);
      if (!number)
        return Error{state.number.empty() ? "Type a number first."
                                          : "That is no number. Write it like 32 or 12.5."};
      said.number = *number;
      break;
    }
    case Kind::choice:
      if (!state.choice) return Error{"Choose one of the sentences first."};
      said.choice = *state.choice;
      break;
    case Kind::order: said.order = state.order; break;
    case Kind::curve:
      for (const std::optional<double>& y : state.curve.y) said.curve.push_back(y.value_or(NAN));
      break;
  }
  if (const Result<bool> complete = experiment::is_complete(experiment, prediction, said);
      !complete)
    return Error{complete.error()};
  return said;
}

}  // namespace

std::optional<Predicted> draw_prediction_form(Ui& ui, PredictionState& state,
                                              const Experiment& experiment,
                                              const Prediction& prediction,
                                              const ExperimentAnswer* answer) {
  begin(state, experiment, prediction);
  pane_text(ui, ui.fonts.text, ui.color().text, prediction.question);
  ImGui::Dummy({1, ui.px(2)});
  bool done = false;
  switch (prediction.kind) {
    case Kind::number: done = draw_number(ui, state, experiment, prediction); break;
    case Kind::order: draw_order(ui, state, prediction); break;
    case Kind::choice: draw_choice(ui, state, prediction); break;
    case Kind::curve: draw_curve(ui, state, experiment, prediction, answer); break;
  }
  ImGui::Dummy({1, ui.px(2)});
  ImGui::SetCursorPosX(ui.px(14));
  done |= labelled_button(ui, "predict", Icon::check, "That is my prediction", true);
  if (done) {
    Result<Predicted> said = said_in(state, experiment, prediction);
    state.problem = said ? std::string() : said.error();
    if (said) return std::move(*said);
  }
  // Beside the button: below it, what stands there would move under the mouse.
  if (!state.problem.empty()) {
    ImGui::SameLine(0, ui.px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(7));
    text_line(ui, ui.fonts.text, ui.color().warn, state.problem,
              std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40)));
  }
  return std::nullopt;
}

void draw_judgement(Ui& ui, const Experiment& experiment, const Prediction& prediction,
                    const Predicted* said, const experiment::Answer& answer) {
  pane_text(ui, ui.fonts.text, ui.color().dim, prediction.question);
  if (said == nullptr) {
    marked_sentence(ui, Icon::dash, ui.color().faint,
                    fmt::format("Shown without a prediction. The answer: {}.{}{}",
                                prediction.kind == Kind::curve
                                    ? "the curve below"
                                    : said_text(experiment, prediction, answer.right),
                                prediction.right.empty() ? "" : " ", prediction.right));
  } else {
    const experiment::Judgement judgement = experiment::judge(prediction, *said, answer);
    marked_sentence(
        ui, judgement.right ? Icon::check : Icon::cross,
        judgement.right ? ui.color().pass : ui.color().warn,
        fmt::format("You said: {}. {}", said_text(experiment, prediction, *said), judgement.text));
  }
  note_item(ui, "judgement " + prediction.name);
  ImGui::Dummy({1, ui.px(6)});
}

}  // namespace warplab::app
