#pragma once
// A picture that moves: its cells, what is said in each step, and the keys to go from one to the
// next.
#include <cstddef>

#include "draw/ui.hpp"
#include "exercise/motion.hpp"

namespace warplab::app {

struct MotionState {
  size_t step = 0;  // over all scenes
  bool playing = false;
  float speed = 1;
  double began = -1e9;  // Ui::now when the step was entered; long ago: what is carried has arrived
};

// Sizes in pixels for a pane of a certain width. They are those of the tallest scene and the
// longest sentence, so that nothing below moves while it plays.
struct MotionMeasure {
  float width = 0, cells = 0, words = 0, height = 0;
};
MotionMeasure measure_motion(const Ui& ui, const exercise::Motion& motion, float width);

size_t motion_steps(const exercise::Motion& motion);

// At a place of the current window. A frame is asked for only while it plays or something is on its
// way.
void draw_motion(Ui& ui, MotionState& state, const exercise::Motion& motion,
                 const MotionMeasure& measure, ImVec2 at);

}  // namespace warplab::app
