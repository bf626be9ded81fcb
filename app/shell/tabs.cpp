#include "shell/tabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace warplab::app {
namespace {

// Accesses and walks are of single launches, which a program makes by itself.
bool launches_are_known(const Lab& lab) { return !lab.exercise() || !lab.exercise()->host; }
constexpr const char* kKernelsAlone = "where kernels are launched one by one";

const TabRow kTabs[] = {
    {.tab = Tab::result,
     .name = "Result",
     .key = '1',
     .draw =
         [](Ui& ui, TabStates& states, Lab& lab) {
           draw_result(ui, states.result, lab, selected_elements(states.lens, lab), [&](int line) {
             if (launches_are_known(lab)) draw_lens_glance(ui, states.lens, lab, line);
           });
         },
     .keep =
         [](TabStates& states, const Lab& lab, bool is_shown) {
           states.lens.glance_is_wanted =
               is_shown && launches_are_known(lab) && line_of_access(lab) > 0;
         },
     .take_key = [](TabStates& states,
                    const InputEvent& event) { return take_result_key(states.result, event); }},
    {.tab = Tab::memory,
     .name = "Memory",
     .key = '2',
     .draw =
         [](Ui& ui, TabStates& states, Lab& lab) {
           draw_lens(ui, states.lens, lab);
           draw_counters(ui, states.counters, lab);
         },
     .is_there = launches_are_known,
     .when = kKernelsAlone,
     .keep = [](TabStates& states, const Lab& lab,
                bool is_shown) { keep_lens(states.lens, lab, is_shown); },
     .take_key = [](TabStates& states,
                    const InputEvent& event) { return take_lens_key(states.lens, event); }},
    {.tab = Tab::steps,
     .name = "Steps",
     .key = '3',
     .draw = [](Ui& ui, TabStates& states, Lab& lab) { draw_steps(ui, states.steps, lab); },
     .is_there = launches_are_known,
     .when = kKernelsAlone,
     .keep = [](TabStates& states, const Lab& lab,
                bool is_shown) { keep_steps(states.steps, lab, is_shown); },
     .take_key = [](TabStates& states,
                    const InputEvent& event) { return take_steps_key(states.steps, event); }},
    {.tab = Tab::time,
     .name = "Time",
     .key = '4',
     .draw = [](Ui& ui, TabStates& states, Lab& lab) { draw_timing(ui, states.timing, lab); },
     .is_there = launches_are_known,
     .when = kKernelsAlone,
     .keep = [](TabStates& states, const Lab& lab,
                bool is_shown) { keep_what_if(states.timing.what_if, lab, is_shown); }},
    {.tab = Tab::live,
     .name = "Live",
     .key = '5',
     .draw = [](Ui& ui, TabStates& states, Lab& lab) { draw_live(ui, states.live, lab); },
     .is_there = has_live,
     .when = "where a kernel is worth watching",
     .keep = [](TabStates& states, const Lab& lab,
                bool is_shown) { keep_live(states.live, lab, is_shown); },
     .take_key = [](TabStates& states,
                    const InputEvent& event) { return take_live_key(states.live, event); },
     .take_file =
         [](TabStates& states, const Lab& lab, const std::filesystem::path& file) {
           take_dropped_picture(states.live, lab, file);
         },
     .wheel_zooms = true},
    {.tab = Tab::experiment,
     .name = "Experiment",
     .key = '6',
     .draw = [](Ui& ui, TabStates& states,
                Lab& lab) { draw_experiment(ui, states.experiment, lab); },
     .is_there = has_experiment,
     .when = "for an experiment",
     .keep = [](TabStates& states, const Lab& lab,
                bool is_shown) { keep_experiment(states.experiment, lab, is_shown); },
     .of_experiments = true},
};

}  // namespace

std::span<const TabRow> tabs() { return kTabs; }

const TabRow& row_of(Tab tab) {
  const auto* const found = std::find_if(std::begin(kTabs), std::end(kTabs),
                                         [&](const TabRow& row) { return row.tab == tab; });
  assert(found != std::end(kTabs));
  return *found;
}

bool is_there(const TabRow& row, const Lab& lab) {
  return row.of_experiments == has_experiment(lab) && (!row.is_there || row.is_there(lab));
}

const TabRow& first_there(const Lab& lab) {
  for (const TabRow& row : kTabs)
    if (is_there(row, lab)) return row;
  return *std::begin(kTabs);
}

std::string option_name(const TabRow& row) {
  std::string name = row.name;
  for (char& letter : name)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return name;
}

std::string key_of(const TabRow& row) { return fmt::format("Ctrl+{}", row.key); }

std::string title_of(const TabRow& row) {
  return fmt::format("{}{}{}", row.name, *row.when ? ", " : "", row.when);
}

}  // namespace warplab::app
