#pragma once
// Live: the student's kernel is launched many times a second. In an exercise about a race the
// picture flickers where updates are lost, and a counter says how much arrived; one with a [live]
// goes on step by step from what it has made.
#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "live/live.hpp"
#include "results/output_view.hpp"

namespace warplab::app {

struct LiveState {
  MakeLiveMachine machine;      // a test's own; empty: the simulator, or the GPU that was chosen
  std::unique_ptr<Live> live;   // from the first look on
  bool plays_at_once = false;   // at the first look
  std::string slug, hash;       // of the exercise that was started
  bool by_steps = false;        // it has a [live]
  exercise::LiveValues values;  // of its sliders and choices
  bool compares = true;         // what is right is shown beside it
  std::string picture_name;     // the student's own, by its file; empty: the exercise's
  std::array<char, 1024> picture_path{};  // as it is typed
  std::string picture_trouble;            // why it could not be taken
  std::string gpu;                        // that launches, by its UUID; empty: the simulator
  DevicePictures* device = nullptr;       // where that GPU also draws and interop is on
  bool is_new_machine = false;            // made in the last frame, which may have loaded CUDA
  std::string why_paused;                 // by the window itself; empty: it was not
  bool of_starter = false;                // instead of the student's text
  bool ones = false;                      // instead of the picture's inputs
  uint64_t version = 0;                   // of the text that was started
  uint64_t seen_version = 0;  // of the text in the editor, and since when it is as it is
  double seen_since = 0;
  bool is_started = false;
  double highest = 0;  // value of all launches since the start: the colours reach up to it
  OutputState panels;
};

// Whether the exercise that is open can be seen live.
bool has_live(const Lab& lab);
// Once a frame, whatever is shown: nothing plays while a run goes on or another tab is open.
void keep_live(LiveState& state, const Lab& lab, bool is_shown);
// While the tab has the keyboard: space plays and pauses, S is one launch, R begins again. Returns
// whether the key was one of these.
bool take_live_key(LiveState& state, const InputEvent& event);
// A file that was dropped on the window while the tab is shown: a picture to draw from.
void take_dropped_picture(LiveState& state, const Lab& lab, const std::filesystem::path& file);
void draw_live(Ui& ui, LiveState& state, const Lab& lab);

// "Of 125 000 additions 4021 survived: 3.2 %."
std::string live_sentence(const LiveFrame& frame, bool ones);

}  // namespace warplab::app
