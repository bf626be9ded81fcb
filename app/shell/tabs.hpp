#pragma once
// The tabs on the right. A tab is an enumerator of Tab (draw/ui.hpp) and one row of kTabs in
// tabs.cpp: its name, its key, when it is there and what draws it. The strip of names, the keys,
// `--tab` and the tab that comes up after a run all follow from the rows.
#include <filesystem>
#include <span>
#include <string>

#include "draw/ui.hpp"
#include "experiment/experiment_view.hpp"
#include "lab/lab.hpp"
#include "live/live_view.hpp"
#include "memory/lens_view.hpp"
#include "results/counters_view.hpp"
#include "results/result_view.hpp"
#include "steps/steps_view.hpp"
#include "time/timing_view.hpp"

namespace warplab::app {

// What each tab keeps from frame to frame.
struct TabStates {
  ResultState result;
  LensState lens;
  CountersState counters;
  StepsState steps;
  TimingState timing;
  LiveState live;
  ExperimentState experiment;
};

struct TabRow {
  Tab tab;
  const char* name;
  char key;  // with Ctrl
  void (*draw)(Ui&, TabStates&, Lab&);
  // Null: for every exercise. `when` says in words where it is there: "where a kernel is worth
  // watching".
  bool (*is_there)(const Lab&) = nullptr;
  const char* when = "";
  // Called once a frame, also while another tab is shown; null: there is nothing to do.
  void (*keep)(TabStates&, const Lab&, bool is_shown) = nullptr;
  // Keys of its own, while it has the keyboard; null: none. Returns whether it took the key.
  bool (*take_key)(TabStates&, const InputEvent&) = nullptr;
  // A file that is dropped on the window while it is shown; null: it has no use for one.
  void (*take_file)(TabStates&, const Lab&, const std::filesystem::path&) = nullptr;
  bool wheel_zooms = false;     // the mouse wheel belongs to a picture, and does not scroll
  bool of_experiments = false;  // it is there for experiments, and the others for exercises
};

// In the order in which they stand.
std::span<const TabRow> tabs();
const TabRow& row_of(Tab tab);
bool is_there(const TabRow& row, const Lab& lab);
// The first that is there: shown where the chosen one is not.
const TabRow& first_there(const Lab& lab);
// The name in lower case: what `--tab` takes.
std::string option_name(const TabRow& row);
// For the list of keys: "Ctrl+5", and "Live, where a kernel is worth watching".
std::string key_of(const TabRow& row);
std::string title_of(const TabRow& row);
}  // namespace warplab::app
