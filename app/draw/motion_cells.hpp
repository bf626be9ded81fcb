#pragma once
// Where the cells of a scene stand, and how they are drawn.
#include <vector>

#include "draw/ui.hpp"
#include "exercise/motion.hpp"

namespace warplab::app {

struct MotionPlaces {
  struct Array {
    ImVec2 at;           // of its first cell, from the scene's corner
    ImVec2 label;        // where its name stands
    float pitch = 0;     // from one cell to the next
    bool above = false;  // the name stands above it, not to its left
  };
  std::vector<Array> arrays;
  float cell = 0;  // side of a cell
  ImVec2 size;
};

MotionPlaces place_scene(const Ui& ui, const exercise::MotionScene& scene, float width);

// `arrived`: from 0, when what is carried sets out, to 1.
void draw_scene(Ui& ui, const exercise::MotionScene& scene, size_t step, float arrived,
                const MotionPlaces& places, ImVec2 origin);

}  // namespace warplab::app
