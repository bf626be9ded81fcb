#include "time/what_if_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/stop_slider.hpp"
#include "draw/widgets.hpp"
#include "time/gpus_asked.hpp"
#include "time/parts_chart.hpp"
#include "time/roofline_chart.hpp"
#include "time/trace_machine.hpp"
#include "verdict/gpu/models.hpp"

namespace warplab::app {
namespace {

// The GPU for which this course's limits in microseconds are, or else the first.
const model::Gpu* first_choice(const GpuModels& models, const exercise::Exercise& exercise) {
  for (const exercise::Gate& gate : exercise.gates)
    if (gate.is_timed() && !gate.gpu.empty())
      if (const model::Gpu* gpu = models.find(gate.gpu)) return gpu;
  if (const model::Gpu* gpu = models.find("Tesla T4")) return gpu;
  return models.gpus.empty() ? nullptr : &models.gpus.front();
}

// What was chosen last, or the GPU of this machine, or the exercise's.
const model::Gpu* chosen_model(const WhatIfState& state, const Lab& lab) {
  if (const model::Gpu* gpu = state.gpus->find(lab.settings().model_gpu)) return gpu;
  if (const Gpu* here = lab.chosen_gpu())
    if (const model::Gpu* gpu = state.gpus->find(here->name)) return gpu;
  return first_choice(*state.gpus, *lab.exercise());
}

// The run whose kernel can be modelled: it came to its end in this variant.
const verdict::VariantCounters* modelled_run(const Work& work) {
  if (!work.outcome || work.outcome->cancelled) return nullptr;
  const auto& counters = work.outcome->result.counters;
  if (work.variant >= counters.size() || !counters[work.variant].completed) return nullptr;
  return &counters[work.variant];
}

// Makes what is needed once, and starts anew with another exercise.
void begin(WhatIfState& state, const Lab& lab) {
  if (!state.gpus) state.gpus = load_gpu_models(lab.places().gpus);
  if (!state.what_if) {
    MakeModelMachine make = state.machine;
    if (!make) make = [] { return std::make_unique<TraceMachine>(); };
    state.what_if = std::make_unique<WhatIf>(std::move(make));
  }
  const bool is_new = state.slug != lab.entry()->slug;
  if (is_new) {
    state.what_if->forget();
    state.slug = lab.entry()->slug;
    state.sizes = first_sizes(*lab.exercise());
    state.block.reset();
    state.launch = 0;
    for (size_t i = 0; i < lab.exercise()->launches.size(); ++i)
      if (!lab.exercise()->launches[i].given) state.launch = i;
    state.asked.reset();
  }
  if (is_new || state.outcome != lab.work()->outcome || !state.exercise) {
    state.outcome = lab.work()->outcome;
    state.exercise = std::make_shared<const exercise::Exercise>(*lab.exercise());
    auto counted = std::make_shared<CountedByVariant>();
    for (const verdict::VariantCounters& counters : state.outcome->result.counters)
      if (counters.completed) (*counted)[counters.variant] = verdict::totals_of(counters.launches);
    state.counted = std::move(counted);
  }
}

void ask(WhatIfState& state, WhatIfQuestion question) {
  if (state.asked && same_question(*state.asked, question)) return;
  state.asked = question;
  state.what_if->ask(std::move(question));
}

WhatIfQuestion question_of(const WhatIfState& state, const Lab& lab, const std::string& variant,
                           const model::Gpu& gpu) {
  WhatIfQuestion question;
  question.exercise = state.exercise;
  question.source = lab.work()->outcome->source;
  question.compute_capability = lab.settings().compute_capability;
  question.variant = variant;
  question.sizes = state.sizes;
  question.block = state.block;
  question.gpu = gpu;
  question.counted = state.counted;
  return question;
}

// ---- what is asked ------------------------------------------------------------------------------

void draw_sizes(Ui& ui, WhatIfState& state, float label_width) {
  for (const SizeChoice& choice : size_choices(*state.exercise)) {
    int64_t value = state.sizes[choice.name];
    if (stop_slider(ui, choice.name, choice.stops, value, label_width))
      state.sizes[choice.name] = value;
  }
}

void draw_own_sizes(Ui& ui, WhatIfState& state) {
  ImGui::SetCursorPosX(ui.px(14));
  bool is_first = true;
  for (const exercise::SizeSet& size : state.exercise->sizes) {
    using Purpose = exercise::SizeSet::Purpose;
    if (size.purpose != Purpose::graded && size.purpose != Purpose::gpu) continue;
    if (!is_first) ImGui::SameLine(0, ui.px(4));
    is_first = false;
    const bool is_gpu = size.purpose == Purpose::gpu;
    if (segment(ui, is_gpu ? "size for a gpu" : "graded size",
                is_gpu ? "Size for a GPU" : "Graded size", state.sizes == size.values))
      state.sizes = size.values;
    tooltip_for_item(ui, is_gpu ? "The size at which kernels are timed: " + size.label
                                : "The size at which everything is counted: " + size.label);
  }
}

void draw_block(Ui& ui, WhatIfState& state, const WhatIfAnswer* answer, float label_width) {
  const exercise::Exercise& exercise = *state.exercise;
  if (!exercise.student_chooses_block) return;
  const Dim3 own = answer && !answer->block_was_tried ? answer->block : exercise.default_block;
  const Dim3 block = state.block.value_or(own);
  const char* const names[] = {"block x", "block y", "block z"};
  const uint32_t extents[] = {block.x, block.y, block.z};
  for (int direction = 0; direction < (block.z > 1 ? 3 : 2); ++direction) {
    const std::vector<int64_t> stops = block_stops(exercise, direction);
    int64_t value = extents[direction];
    if (stops.size() > 1 && stop_slider(ui, names[direction], stops, value, label_width))
      state.block = with_extent(exercise, block, direction, value);
  }
  ImGui::SetCursorPosX(ui.px(14));
  if (segment(ui, "own block", "Block of the text", !state.block)) state.block.reset();
}

void draw_variants(Ui& ui, const Lab& lab) {
  const Work& work = *lab.work();
  const auto& counters = work.outcome->result.counters;
  if (counters.size() < 2) return;
  ImGui::SetCursorPosX(ui.px(14));
  for (size_t i = 0; i < counters.size(); ++i) {
    if (i) ImGui::SameLine(0, ui.px(4));
    if (segment(ui, ("model variant " + counters[i].variant).c_str(), counters[i].variant,
                i == work.variant))
      ui.ask(ShowVariant{i});
  }
}

void draw_launches(Ui& ui, WhatIfState& state, const WhatIfAnswer& answer) {
  size_t own = 0;
  for (const ModelledLaunch& launch : answer.launches)
    own += launch.of == ModelledLaunch::Of::student ? 1 : 0;
  if (own < 2) return;
  ImGui::SetCursorPosX(ui.px(14));
  bool is_first = true;
  for (const ModelledLaunch& launch : answer.launches) {
    if (launch.of != ModelledLaunch::Of::student) continue;
    if (!is_first) ImGui::SameLine(0, ui.px(4));
    is_first = false;
    if (segment(ui, ("model launch " + launch.name).c_str(), launch.name,
                launch.spec == state.launch))
      state.launch = launch.spec;
  }
}

void draw_question(Ui& ui, WhatIfState& state, Lab& lab, const model::Gpu& gpu,
                   const WhatIfAnswer* answer) {
  draw_gpu_choice(
      ui, lab, *state.gpus, gpu,
      {"model gpu", ImGui::GetContentRegionAvail().x,
       "The GPU that is modelled. It need not be here. docs/GPU-MODEL.md says how to add one."});
  float label_width = 0;
  for (const SizeChoice& choice : size_choices(*state.exercise))
    label_width = std::max(label_width, text_width(ui.fonts.text, choice.name));
  if (state.exercise->student_chooses_block)
    label_width = std::max(label_width, text_width(ui.fonts.text, "block x"));
  label_width = std::min(label_width + ui.px(10), ui.px(110));
  draw_sizes(ui, state, label_width);
  draw_own_sizes(ui, state);
  draw_block(ui, state, answer, label_width);
  draw_variants(ui, lab);
}

// ---- what is answered ---------------------------------------------------------------------------

void show_standing(Ui& ui, WhatIfState& state, const WhatIf::Snapshot& now) {
  const StandingWords words{"A prediction: computed from a trace, not measured",
                            "this is the previous answer",
                            "being modelled again",
                            "Ask again",
                            "cancel model",
                            "model again"};
  const StandingPressed pressed = draw_standing(ui, standing_of(now), words);
  if (pressed == StandingPressed::cancel) state.what_if->cancel();
  if (pressed == StandingPressed::again) state.asked.reset();
}

void draw_limits(Ui& ui, Lab& lab, const WhatIfState& state, const WhatIfAnswer& answer,
                 bool faded) {
  const Palette& color = ui.color();
  for (const ModelledLimit& limit : modelled_limits(*state.exercise, answer)) {
    using Says = ModelledLimit::Says;
    const Icon icon = limit.says == Says::holds   ? Icon::check
                      : limit.says == Says::fails ? Icon::cross
                                                  : Icon::dash;
    const ImU32 ink = limit.says == Says::holds   ? color.pass
                      : limit.says == Says::fails ? color.fail
                                                  : color.faint;
    draw_icon(*ImGui::GetWindowDrawList(), icon,
              {ImGui::GetCursorScreenPos().x + ui.px(14), ImGui::GetCursorScreenPos().y + ui.px(1)},
              ui.px(15), with_alpha(ink, faded ? 0.5f : 1));
    std::string text = fmt::format("{}: {}", limit.name, limit.text);
    if (limit.allowed_us && !limit.is_time)
      text += fmt::format(", that is {}", microseconds_text(*limit.allowed_us));
    text += fmt::format("{} {}", limit.says == Says::silent ? "." : ";", limit.sentence);
    ImGui::SetCursorPosX(ui.px(36));
    text_wrapped(ui, ui.fonts.text, limit.says == Says::silent || faded ? color.faint : color.text,
                 text);
    if (limit.for_gpu.empty() || !state.gpus->find(limit.for_gpu)) continue;
    ImGui::SetCursorPosX(ui.px(36));
    if (labelled_button(ui, ("choose " + limit.for_gpu).c_str(), Icon::chevron_right,
                        "Model the " + limit.for_gpu))
      lab.settings().model_gpu = limit.for_gpu;
  }
}

void draw_launch(Ui& ui, const WhatIfState& state, const ModelledLaunch& launch,
                 const WhatIfAnswer& answer, bool faded) {
  const Palette& color = ui.color();
  const model::LaunchModel& model = launch.model;
  pane_text(ui, ui.fonts.text, faded ? color.faint : color.text, limiter_text(model));
  pane_text(ui, ui.fonts.text, faded ? color.faint : color.dim, advice_of(model.limiter));
  section(ui, "How long each part is busy (they overlap)");
  draw_parts(ui, model, faded);
  section(ui, "Occupancy: blocks that fit a multiprocessor");
  draw_occupancy(ui, model.occupancy, faded);
  pane_text(ui, ui.fonts.text, faded ? color.faint : color.dim,
            occupancy_text(model.occupancy) +
                fmt::format(" {} waves of blocks.", model.waves < 100
                                                        ? fmt::format("{:.3g}", model.waves)
                                                        : fmt::format("{:.0f}", model.waves)));
  section(ui, "Under the roofs of the GPU");
  const Roofline roofline =
      modelled_roofline(*state.exercise, state.outcome->result, answer, launch.spec);
  if (roofline.points.empty())
    pane_text(ui, ui.fonts.text, color.dim, "The simulator counted no instructions for this.");
  draw_roofline(ui, roofline, faded);
}

void draw_answer(Ui& ui, WhatIfState& state, Lab& lab, const WhatIfAnswer& answer, bool faded) {
  const Palette& color = ui.color();
  draw_launches(ui, state, answer);
  const auto shown = std::ranges::find_if(answer.launches, [&](const ModelledLaunch& launch) {
    return launch.of == ModelledLaunch::Of::student && launch.spec == state.launch;
  });
  if (shown == answer.launches.end()) return;
  const model::LaunchModel& model = shown->model;
  std::string of = fmt::format("{}, {}", answer.gpu, answer.where);
  if (state.exercise->student_chooses_block) of += ", block " + block_text(answer.block);
  if (!model.possible) {
    marked_sentence(ui, Icon::cross, color.fail,
                    model.why_not.empty()
                        ? fmt::format("On {} no block of it fits a multiprocessor.", of)
                        : model.why_not);
  } else {
    pane_text(ui, ui.fonts.heading, faded ? color.faint : color.text,
              fmt::format("{}{}", microseconds_text(model.time_us), faded ? " (old)" : ""));
    const ModelledTime time{model.time_us, model.low_us, model.high_us};
    pane_text(ui, ui.fonts.text, faded ? color.faint : color.dim,
              fmt::format("Modelled, {}; {}", time.range_text(), of));
    if (state.outcome)
      for (const verdict::Timing& timing : state.outcome->result.timings)
        if (const auto beside = measured_beside(*state.exercise, timing, answer))
          marked_sentence(ui, beside->agrees ? Icon::check : Icon::warning,
                          beside->agrees ? color.pass : color.warn,
                          fmt::format("Measured: {}. {}", microseconds_text(beside->measured_us),
                                      beside->sentence));
  }
  ImGui::Dummy({1, ui.px(4)});
  draw_limits(ui, lab, state, answer, faded);
  ImGui::Dummy({1, ui.px(4)});
  if (model.possible) draw_launch(ui, state, *shown, answer, faded);
}

void draw_staleness(Ui& ui, const Lab& lab) {
  const Work& work = *lab.work();
  if (work.document.code().buffer().version() != work.marks.of_version)
    marked_sentence(ui, Icon::info, ui.color().info,
                    "The text has changed since the run. This is about the text that was run.");
}

}  // namespace

bool is_modelling(const WhatIfState& state) {
  return state.what_if && state.what_if->snapshot().working;
}

void keep_what_if(WhatIfState& state, const Lab& lab, bool is_shown) {
  if (!state.what_if) return;
  state.what_if->hold(!is_shown || lab.runner().is_running());
}

std::shared_ptr<const WhatIfAnswer> model_beside(Ui& ui, WhatIfState& state, Lab& lab,
                                                 const verdict::Timing& timing) {
  begin(state, lab);
  const model::Gpu* const gpu = state.gpus->find(timing.gpu);
  if (gpu == nullptr) return nullptr;
  WhatIfQuestion question = question_of(state, lab, timing.variant, *gpu);
  question.sizes = first_sizes(*state.exercise);
  question.block.reset();
  ask(state, std::move(question));
  const WhatIf::Snapshot now = state.what_if->snapshot();
  if (now.working) ui.wake_within(kWorkFrameTime);
  return now.is_old ? nullptr : now.answer;
}

void draw_what_if(Ui& ui, WhatIfState& state, Lab& lab) {
  begin(state, lab);
  for (const std::string& problem : state.gpus->problems)
    marked_sentence(ui, Icon::warning, ui.color().warn, problem);
  const model::Gpu* const gpu = chosen_model(state, lab);
  if (gpu == nullptr)
    return pane_text(ui, ui.fonts.text, ui.color().dim,
                     "No time can be modelled: there are no descriptions of GPUs (assets/gpus).");
  const verdict::VariantCounters* const run = modelled_run(*lab.work());
  if (run == nullptr)
    return pane_text(ui, ui.fonts.text, ui.color().dim,
                     "Nothing can be modelled: the kernel did not come to its end at the graded "
                     "size. Result says why.");
  const std::string variant = run->variant;
  draw_question(ui, state, lab, *gpu, state.what_if->snapshot().answer.get());
  const model::Gpu* const chosen = chosen_model(state, lab);  // it may be another one now
  ask(state, question_of(state, lab, variant, *chosen));
  const WhatIf::Snapshot now = state.what_if->snapshot();
  show_standing(ui, state, now);
  draw_staleness(ui, lab);
  if (!now.error.empty()) marked_sentence(ui, Icon::error, ui.color().fail, now.error);
  if (now.answer) draw_answer(ui, state, lab, *now.answer, now.is_old || now.cancelled);
  else if (now.working)
    pane_text(ui, ui.fonts.text, ui.color().dim,
              "The first answer takes a second: some blocks are executed by the simulator and "
              "replayed on a model of the GPU.");
}

}  // namespace warplab::app
