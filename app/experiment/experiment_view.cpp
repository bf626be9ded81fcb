#include "experiment/experiment_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.hpp"
#include "draw/stop_slider.hpp"
#include "draw/widgets.hpp"
#include "memory/lens_picture.hpp"
#include "results/picture_panel.hpp"
#include "time/gpus_asked.hpp"
#include "time/modelled_chart.hpp"
#include "time/parts_chart.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using experiment::Experiment;
using experiment::Prediction;

constexpr float kChartHeight = 230, kPictureSide = 360;
// Units. As wide as a pane must be for lanes beside a chart.
constexpr float kRoomForLanes = 700;

// ---- what is asked ------------------------------------------------------------------------------

// Makes what is needed once, and starts anew with another experiment.
void begin(ExperimentState& state, const Lab& lab) {
  if (!state.gpus) state.gpus = load_gpu_models(lab.places().gpus);
  if (!state.runs) {
    MakeExperimentMachine make = state.machine;
    if (!make) make = [] { return std::make_unique<KernelMachine>(); };
    state.runs = std::make_unique<ExperimentRuns>(std::move(make));
  }
  const auto open = lab.experiment();
  if (state.experiment != open) {
    state.runs->forget();
    const bool is_edited = state.experiment && state.experiment->slug == open->slug;
    state.experiment = open;
    state.around = experiment::start_of(*open);
    state.asked.reset();
    state.waiting.assign(open->predictions.size(), std::nullopt);
    state.form = {};
    state.stage = -1;
    state.says_why = !lab.predictions().is_seen(open->slug);
    state.charts.clear();
    state.time_lines.assign(open->time_lines.size(), {});
    state.picture = {};
    state.shown_picture.reset();
    state.lanes.reset();
    state.picture_of.reset();
    if (!is_edited) state.recording = 0;
    state.runs_taken = -1;
  }
  if (state.runs_taken != lab.experiment_runs()) {
    state.runs_taken = lab.experiment_runs();
    state.source = lab.work()->document.code().text();
    state.asked.reset();
  }
}

// What was chosen last, or what the file says.
const model::Gpu* chosen_model(const ExperimentState& state, const Lab& lab) {
  if (const model::Gpu* gpu = state.gpus->find(lab.settings().model_gpu)) return gpu;
  if (const model::Gpu* gpu = state.gpus->find(state.experiment->gpu)) return gpu;
  return state.gpus->gpus.empty() ? nullptr : &state.gpus->gpus.front();
}

void ask(ExperimentState& state, const Lab& lab) {
  ExperimentQuestion question;
  question.experiment = state.experiment;
  question.source = state.source;
  question.around = state.around;
  const bool has_times = state.experiment->has_times();
  if (has_times)
    if (const model::Gpu* gpu = chosen_model(state, lab)) question.gpu = *gpu;
  if (has_times || !state.experiment->recorder.empty())
    if (const Gpu* here = lab.chosen_gpu()) question.measured_on = here->uuid;
  if (state.asked && same_question(*state.asked, question)) return;
  state.asked = question;
  state.runs->ask(std::move(question));
}

// What was answered is gone with its form: the keyboard goes on at the beginning of what took its
// place.
void follow_with_keyboard(Ui& ui, ExperimentState& state, const Lab& lab) {
  int stage = lab.predictions().is_seen(state.experiment->slug) ? 1 : 0;
  stage +=
      static_cast<int>(2 * experiment::status_of(*state.experiment, lab.predictions().kept()).made);
  for (const auto& one : state.waiting) stage += one ? 2 : 0;
  const int before = std::exchange(state.stage, stage);
  if (before < 0 || before == stage) return;
  ImGui::SetScrollY(0);
  if (state.is_by_keyboard) ui.ask(FocusPane{Pane::tabs});
}

// `at_rest`: what the line says while nothing is asked.
void show_standing(Ui& ui, ExperimentState& state, const ExperimentRuns::Snapshot& now,
                   const std::string& at_rest) {
  const StandingWords words{at_rest,           "these are the previous numbers",
                            "being run again", "Run again",
                            "cancel sweep",    "sweep again"};
  const StandingPressed pressed = draw_standing(ui, standing_of(now), words);
  if (pressed == StandingPressed::cancel) state.runs->cancel();
  if (pressed == StandingPressed::again) state.asked.reset();
}

// ---- predictions --------------------------------------------------------------------------------

const experiment::Predicted* said_about(const ExperimentState& state, const Lab& lab,
                                        size_t index) {
  const Prediction& prediction = state.experiment->predictions[index];
  if (const auto* kept = lab.predictions().kept().find(state.experiment->slug, prediction.name);
      kept && kept->kind == prediction.kind)
    return &kept->said;
  return state.waiting[index] ? &*state.waiting[index] : nullptr;
}

// What was said is judged and kept as soon as the answers are known; when nothing is left, they are
// shown.
void keep_what_was_said(ExperimentState& state, Lab& lab, const ExperimentAnswer* answer) {
  const Experiment& experiment = *state.experiment;
  if (lab.predictions().is_seen(experiment.slug)) return;
  bool all = true;
  for (size_t i = 0; i < experiment.predictions.size(); ++i) {
    if (state.waiting[i] && answer && i < answer->answers.size()) {
      const Prediction& prediction = experiment.predictions[i];
      lab.predict(prediction, *state.waiting[i],
                  experiment::judge(prediction, *state.waiting[i], answer->answers[i]).right);
      state.waiting[i].reset();
    }
    all &= !state.waiting[i] && said_about(state, lab, i) != nullptr;
  }
  const bool has_answers = experiment.predictions.empty() ||
                           (answer && answer->answers.size() == experiment.predictions.size());
  if (all && has_answers) lab.see_answer();
}

// One question after the other; those that were answered stay above in a line each.
void draw_questions(Ui& ui, ExperimentState& state, Lab& lab, const ExperimentAnswer* answer) {
  const Experiment& experiment = *state.experiment;
  const size_t count = experiment.predictions.size();
  ImGui::SetCursorPos({ui.px(14), ui.px(12)});
  pane_title(ui, "What do you expect?", "The answer is shown when you have said it.");
  ImGui::Dummy({1, ui.px(4)});
  for (size_t i = 0; i < count; ++i) {
    const experiment::Predicted* said = said_about(state, lab, i);
    if (said) {
      marked_sentence(ui, Icon::circle, ui.color().link,
                      fmt::format("{} You said: {}.", experiment.predictions[i].question,
                                  said_text(experiment, experiment.predictions[i], *said)));
      ImGui::Dummy({1, ui.px(4)});
      continue;
    }
    if (count > 1) {
      ImGui::SetCursorPosX(ui.px(14));
      text_line(ui, ui.fonts.small_strong, ui.color().dim,
                fmt::format("Question {} of {}", i + 1, count));
    }
    if (auto now =
            draw_prediction_form(ui, state.form, experiment, experiment.predictions[i], answer))
      state.waiting[i] = std::move(*now);
    ImGui::Dummy({1, ui.px(6)});
    ImGui::SetCursorPosX(ui.px(14));
    if (labelled_button(ui, "show without", Icon::chevron_right, "Show me without predicting"))
      lab.see_answer();
    tooltip_for_item(ui,
                     "What comes out is shown at once. That you did not predict it is remembered.");
    return;
  }
  pane_text(ui, ui.fonts.text, ui.color().dim,
            "Your prediction is checked as soon as the kernels have run.");
}

// Which it was, and whether it was right; the rest is a press away.
void draw_brief_judgement(Ui& ui, const Experiment& experiment, const Prediction& prediction,
                          const experiment::Predicted* said, const experiment::Answer& answer) {
  if (!said)
    return marked_sentence(ui, Icon::dash, ui.color().faint,
                           prediction.name + ": shown without a prediction");
  const bool right = experiment::judge(prediction, *said, answer).right;
  marked_sentence(
      ui, right ? Icon::check : Icon::cross, right ? ui.color().pass : ui.color().warn,
      right || prediction.kind == Prediction::Kind::curve
          ? fmt::format("{}: {} ({})", prediction.name, said_text(experiment, prediction, *said),
                        right ? "right" : "not right")
          : fmt::format("{}: {}. Right is: {}.", prediction.name,
                        said_text(experiment, prediction, *said),
                        said_text(experiment, prediction, answer.right)));
}

void draw_judgements(Ui& ui, ExperimentState& state, const Lab& lab,
                     const ExperimentAnswer* answer) {
  const Experiment& experiment = *state.experiment;
  if (experiment.predictions.empty()) return;
  const float button = text_width(ui.fonts.text, "In short") + ui.px(20);
  ImGui::SetCursorPos({ImGui::GetContentRegionAvail().x - button - ui.px(8), ui.px(6)});
  if (segment(ui, "why", state.says_why ? "In short" : "Why?", false))
    state.says_why = !state.says_why;
  ImGui::SetCursorPos({ui.px(14), ui.px(12)});
  text_line(ui, ui.fonts.small_strong, ui.color().dim, "What you expected, and what came out",
            ImGui::GetContentRegionAvail().x - button - ui.px(8));
  ImGui::Dummy({1, ui.px(6)});
  for (size_t i = 0; i < experiment.predictions.size(); ++i) {
    if (!answer || i >= answer->answers.size()) break;
    const auto draw = state.says_why ? draw_judgement : draw_brief_judgement;
    draw(ui, experiment, experiment.predictions[i], said_about(state, lab, i), answer->answers[i]);
  }
}

// ---- what comes out -----------------------------------------------------------------------------

std::string title_of(const experiment::Parameter& parameter) {
  return parameter.unit.empty() ? parameter.title
                                : fmt::format("{} ({})", parameter.title, parameter.unit);
}

void draw_sliders(Ui& ui, ExperimentState& state, Lab& lab) {
  const Experiment& experiment = *state.experiment;
  SliderRoom room;
  for (const experiment::Parameter& parameter : experiment.parameters) {
    room.label_width = std::max(room.label_width, text_width(ui.fonts.text, title_of(parameter)));
    for (const experiment::ParameterValue& value : parameter.values)
      room.value_width = std::max(room.value_width, text_width(ui.fonts.text, value.label));
  }
  room.label_width =
      std::min(room.label_width + ui.px(10), ImGui::GetContentRegionAvail().x * 0.42f);
  for (size_t i = 0; i < experiment.parameters.size(); ++i) {
    const experiment::Parameter& parameter = experiment.parameters[i];
    std::vector<std::string> labels;
    for (const experiment::ParameterValue& value : parameter.values) labels.push_back(value.label);
    label_slider(ui, "parameter " + parameter.name, title_of(parameter), labels, state.around[i],
                 room);
  }
  if (experiment.has_times())
    if (const model::Gpu* gpu = chosen_model(state, lab))
      draw_gpu_choice(
          ui, lab, *state.gpus, *gpu,
          {"experiment gpu", ui.px(320), "The GPU whose times are modelled. It need not be here."});
}

void draw_numbers(Ui& ui, const Experiment& experiment, const ExperimentAnswer& answer,
                  bool faded) {
  const experiment::PointResult* here = answer.here();
  if (!here) return;
  section(ui, "At " + here->where);
  const std::vector<NumberHere> numbers = numbers_of(experiment, *here, answer.measured_here());
  float titles = 0;
  for (const NumberHere& number : numbers)
    titles = std::max(titles, text_width(ui.fonts.text, number.title));
  titles = std::min(titles, ImGui::GetContentRegionAvail().x * 0.45f);
  for (const NumberHere& number : numbers) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_text_cut(*ImGui::GetWindowDrawList(), ui.fonts.text, {at.x + ui.px(14), at.y},
                 ui.color().dim, number.title, titles + 1);
    ImGui::SetCursorPosX(ui.px(14) + titles + ui.px(14));
    text_wrapped(ui, number.is_known ? ui.fonts.strong : ui.fonts.text,
                 faded || !number.is_known ? ui.color().faint : ui.color().text, number.value);
  }
  for (const sim::Finding& finding : here->findings)
    marked_sentence(ui, Icon::warning, ui.color().warn, printable_lines(words::text_of(finding)));
}

// What one warp asks for where the sliders stand. While that is being looked at it is the last one.
void draw_lanes_shown(Ui& ui, ExperimentState& state) {
  section(ui, fmt::format("What a warp asks for at {}", state.lanes->where));
  if (const auto lane = draw_lens_picture(ui, state.lanes->view, state.lane)) state.lane = *lane;
}

void draw_one_chart(Ui& ui, ChartState& state, const ExperimentChart& chart,
                    const std::string& name, bool faded) {
  section(ui, chart.title);
  if (!chart.as_table)
    return draw_chart_and_table(ui, state, chart.chart, name, ui.px(kChartHeight), faded);
  ImGui::SetCursorPosX(ui.px(14));
  const float rows = static_cast<float>(places_of(chart.chart).size()) + 2;
  draw_chart_table(ui, chart.chart, name + " table", ImGui::GetContentRegionAvail().x - ui.px(14),
                   rows * (ui.fonts.text->FontSize + ui.px(9)), faded);
}

// The lanes beside the chart that counts what they ask for, or above it where there is no room.
void draw_lanes_and_chart(Ui& ui, ExperimentState& state, const ExperimentChart& chart,
                          const std::string& name, bool faded) {
  const float width = ImGui::GetContentRegionAvail().x;
  if (width < ui.px(kRoomForLanes)) {
    draw_lanes_shown(ui, state);
    return draw_one_chart(ui, state.charts[0], chart, name, faded);
  }
  constexpr ImGuiWindowFlags kStill =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  const ImVec2 half{std::floor(width / 2),
                    ui.px(kChartHeight + 120) + 5 * ui.fonts.small->FontSize};
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::BeginChild("chart beside lanes", half, false, kStill);
  draw_one_chart(ui, state.charts[0], chart, name, faded);
  ImGui::EndChild();
  ImGui::SetCursorPos({at.x + half.x, at.y});
  ImGui::BeginChild("lanes beside chart", half, false, kStill);
  draw_lanes_shown(ui, state);
  ImGui::EndChild();
  ImGui::SetCursorPos({at.x, at.y + half.y});
  ImGui::Dummy({1, 1});
}

void draw_charts(Ui& ui, ExperimentState& state, const Lab& lab, const ExperimentAnswer& answer,
                 bool faded) {
  const Experiment& experiment = *state.experiment;
  std::vector<ExperimentChart> charts = charts_of(experiment, answer);
  state.charts.resize(charts.size());
  if (answer.lanes) state.lanes = answer.lanes;
  for (size_t i = 0; i < charts.size(); ++i) {
    for (size_t p = 0; p < experiment.predictions.size(); ++p)
      if (const experiment::Predicted* said = said_about(state, lab, p))
        lay_over(charts[i], experiment, experiment.predictions[p], *said);
    const std::string name = fmt::format("chart {}", i + 1);
    if (i == 0 && state.lanes) draw_lanes_and_chart(ui, state, charts[i], name, faded);
    else draw_one_chart(ui, state.charts[i], charts[i], name, faded);
  }
}

// What limits the kernel, where times are modelled.
void draw_model(Ui& ui, const ExperimentAnswer& answer, bool faded) {
  const experiment::PointResult* here = answer.here();
  if (!here || !here->model) return;
  const model::LaunchModel& model = *here->model;
  if (!model.possible) return marked_sentence(ui, Icon::cross, ui.color().fail, model.why_not);
  section(ui, fmt::format("Modelled for {}: occupancy", answer.gpu));
  draw_occupancy(ui, model.occupancy, faded);
  pane_text(ui, ui.fonts.text, faded ? ui.color().faint : ui.color().dim,
            occupancy_text(model.occupancy));
  section(ui, "How long each part is busy (they overlap)");
  draw_parts(ui, model, faded);
  pane_text(ui, ui.fonts.text, faded ? ui.color().faint : ui.color().dim, limiter_text(model));
}

void draw_picture(Ui& ui, ExperimentState& state,
                  const std::shared_ptr<const ExperimentAnswer>& answer) {
  if (state.picture_of != answer) {
    state.picture_of = answer;
    const experiment::PointResult* here = answer->here();
    state.shown_picture.reset();
    if (here && !here->pictures.empty())
      state.shown_picture =
          std::make_shared<const Picture>(here->pictures.front(), state.experiment->rig);
  }
  if (!state.shown_picture) return;
  section(ui, state.shown_picture->title());
  const float side = std::min(ui.px(kPictureSide), ImGui::GetContentRegionAvail().x - ui.px(28));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  PanelContent content;
  content.picture = state.shown_picture;
  content.map = &color_map_named(state.shown_picture->view().color_map);
  content.range = state.shown_picture->automatic_range(PictureSide::actual);
  const float high = state.shown_picture->is_line() ? side / 2 : side;
  draw_picture_panel(ui, state.picture, content, 0, {at.x + ui.px(14), at.y}, {side, high});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, high + ui.px(6)});
  if (state.picture.hovered)
    pane_text(ui, ui.fonts.small, ui.color().dim,
              fmt::format("{} = {}",
                          state.shown_picture->index_text(state.picture.hovered->row,
                                                          state.picture.hovered->column),
                          state.shown_picture->text(PictureSide::actual, state.picture.hovered->row,
                                                    state.picture.hovered->column)));
}

// ---- time lines ---------------------------------------------------------------------------------

// What was recorded, and first of all what was recorded here and now.
std::vector<const experiment::Recording*> recordings_of(const Experiment& experiment,
                                                        const ExperimentAnswer* answer) {
  std::vector<const experiment::Recording*> all;
  if (answer && answer->live) all.push_back(answer->live.get());
  for (const experiment::Recording& recording : experiment.recordings) all.push_back(&recording);
  return all;
}

const experiment::Recording* draw_recording_choice(
    Ui& ui, ExperimentState& state, const std::vector<const experiment::Recording*>& all) {
  if (all.empty()) {
    pane_text(ui, ui.fonts.text, ui.color().dim,
              "Nothing has been recorded yet, and there is no GPU here to record it on. A "
              "recording is made on a machine with a GPU and put into the experiment's folder.");
    return nullptr;
  }
  state.recording = std::min(state.recording, all.size() - 1);
  if (all.size() > 1) {
    ImGui::SetCursorPosX(ui.px(8));
    for (size_t i = 0; i < all.size(); ++i) {
      if (i) ImGui::SameLine(0, ui.px(2));
      if (segment(ui, fmt::format("recording {}", i + 1).c_str(),
                  (all[i]->file == "live" ? "Live: " : "") + all[i]->gpu, i == state.recording))
        state.recording = i;
    }
  }
  marked_sentence(ui, Icon::history, ui.color().info, origin_of(*all[state.recording]) + ".");
  return all[state.recording];
}

// Lines that are alike have one axis, so that they can be compared; beside one that is much longer
// nothing of a short one would be seen.
double end_of_axis(const Experiment& experiment, const experiment::Recording& recording,
                   const experiment::TimeLine& line) {
  constexpr double kAlike = 4;
  double end_us = line.end_us();
  for (const experiment::ShownTimeLine& shown : experiment.time_lines) {
    const experiment::TimeLine* other = recording.run_named(shown.name);
    if (other && other->end_us() <= kAlike * line.end_us())
      end_us = std::max(end_us, other->end_us());
  }
  return end_us;
}

void draw_time_lines(Ui& ui, ExperimentState& state, const ExperimentAnswer* answer) {
  const Experiment& experiment = *state.experiment;
  if (experiment.time_lines.empty()) return;
  section(ui, "What the host and the GPU did, and when");
  const experiment::Recording* recording =
      draw_recording_choice(ui, state, recordings_of(experiment, answer));
  if (!recording) return;
  for (size_t i = 0; i < experiment.time_lines.size(); ++i) {
    section(ui, experiment.time_lines[i].title);
    const experiment::TimeLine* line = recording->run_named(experiment.time_lines[i].name);
    if (line)
      draw_time_line(ui, state.time_lines[i], *line, fmt::format("time line {}", i + 1),
                     {end_of_axis(experiment, *recording, *line), experiment.time_lines[i].clock});
    else pane_text(ui, ui.fonts.text, ui.color().dim, "This run is not in the recording.");
  }
}

void draw_what_came_out(Ui& ui, ExperimentState& state, Lab& lab,
                        const ExperimentRuns::Snapshot& now) {
  const Experiment& experiment = *state.experiment;
  draw_judgements(ui, state, lab, now.answer.get());
  if (experiment.has_launches()) {
    section(ui, experiment.parameters.empty() ? "Run" : "Move a slider");
    draw_sliders(ui, state, lab);
    const Gpu* const here = lab.chosen_gpu();
    show_standing(ui, state, now, sources_of(now.answer.get(), here ? here->name : ""));
    if (!now.error.empty()) marked_sentence(ui, Icon::error, ui.color().fail, now.error);
    if (now.answer && !now.answer->why_not_measured.empty())
      marked_sentence(ui, Icon::warning, ui.color().warn, now.answer->why_not_measured);
    if (now.answer) {
      const bool faded = now.is_old || now.cancelled;
      draw_numbers(ui, experiment, *now.answer, faded);
      draw_charts(ui, state, lab, *now.answer, faded);
      draw_model(ui, *now.answer, faded);
      draw_picture(ui, state, now.answer);
    }
  }
  if (!experiment.has_launches() && !experiment.recorder.empty() &&
      (now.working || (now.answer && !now.answer->why_not_measured.empty())))
    show_standing(ui, state, now, now.answer ? now.answer->why_not_measured : "");
  draw_time_lines(ui, state, now.answer.get());
  ImGui::Dummy({1, ui.px(16)});
}

}  // namespace

bool has_experiment(const Lab& lab) { return lab.experiment() != nullptr; }

bool is_running(const ExperimentState& state) {
  return state.runs && state.runs->snapshot().working;
}

void keep_experiment(ExperimentState& state, const Lab& lab, bool is_shown) {
  // The run of an exercise needs the memory of what was found out before, and of its workers.
  // Whoever comes back finds the sliders as they were, and the kernels run again.
  if (state.runs && !has_experiment(lab) && lab.runner().is_running()) {
    state.runs.reset();
    state.asked.reset();
    state.shown_picture.reset();
    state.picture_of.reset();
    state.picture = {};
  }
  if (state.runs) state.runs->hold(!is_shown || !has_experiment(lab) || lab.runner().is_running());
}

void draw_experiment(Ui& ui, ExperimentState& state, Lab& lab) {
  if (!lab.work() || !lab.experiment()) return;
  begin(state, lab);
  ask(state, lab);
  const ExperimentRuns::Snapshot now = state.runs->snapshot();
  if (now.working) ui.wake_within(kWorkFrameTime);
  if (ImGui::IsMouseClicked(0)) state.is_by_keyboard = false;
  if (!ui.input.empty() || ui.activated != 0) state.is_by_keyboard = true;
  keep_what_was_said(state, lab, now.answer.get());
  follow_with_keyboard(ui, state, lab);
  if (lab.predictions().is_seen(state.experiment->slug))
    return draw_what_came_out(ui, state, lab, now);
  draw_questions(ui, state, lab, now.answer.get());
  // Why nothing will come out is no answer.
  if (!now.error.empty()) {
    marked_sentence(ui, Icon::error, ui.color().fail, now.error);
    ImGui::SetCursorPosX(ui.px(14));
    if (labelled_button(ui, "sweep again", Icon::play, "Run again")) state.asked.reset();
  }
}

std::string experiment_sentence(const Lab& lab) {
  const auto open = lab.experiment();
  if (!open) return {};
  const experiment::PredictionStatus status =
      experiment::status_of(*open, lab.predictions().kept());
  switch (lab.predictions().status(*open)) {
    case ExperimentStatus::not_predicted: return "An experiment: say first what you expect.";
    case ExperimentStatus::predicted:
      return fmt::format("Predicted {} of {}.", status.made, status.asked);
    case ExperimentStatus::seen:
      return status.asked == 0
                 ? "An experiment: move the sliders."
                 : fmt::format("{} of {} predictions were right.", status.right, status.asked);
    case ExperimentStatus::seen_without: return "Shown without a prediction.";
  }
  return {};
}

}  // namespace warplab::app
