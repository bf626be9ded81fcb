#pragma once
// A picture that moves in a statement: a file NAME.motion.toml beside it, which the statement shows
// as it shows an image, `![what it shows](NAME.motion.toml)`. It has scenes; a scene has arrays of
// cells, and steps that put texts into cells, light them, and carry texts from one to another.
// docs/STATEMENTS.md describes every key.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

inline constexpr std::string_view kMotionEnding = ".motion.toml";

// How a cell is lit in one step.
enum class MotionLight : uint8_t { none, read, write, wait, right, wrong, faint };

struct MotionArray {
  std::string name, label;
  int rows = 1, columns = 1;
  int group = 0;        // so many columns are framed together, as the floats of a sector; 0: none
  bool beside = false;  // right of the array before it, not below
  std::vector<std::string> texts;       // of rows * columns cells, row by row
  std::vector<std::string> row_labels;  // none, or one a row
};

// A cell of a scene: `cell` counts row by row.
struct MotionCell {
  size_t array = 0, cell = 0;
  friend bool operator==(const MotionCell&, const MotionCell&) = default;
};

struct MotionStep {
  std::string say;     // what happens, in a sentence or two
  double seconds = 0;  // that it stands at ordinary speed
  struct Text {
    MotionCell at;
    std::string text;
  };
  struct Light {
    MotionCell at;
    MotionLight light = MotionLight::none;
  };
  struct Path {
    MotionCell from, to;
    bool carries = true;  // the text; else it is an arrow alone, as of a request
  };
  struct Count {
    size_t counter = 0;
    std::string value;
  };
  std::vector<Path> paths;
  std::vector<Text> texts;  // after what is carried has arrived
  std::vector<Light> lights;
  std::vector<Count> counts;
};

struct MotionScene {
  std::string title;
  std::vector<MotionArray> arrays;
  std::vector<std::string> counters;
  std::vector<MotionStep> steps;
};

struct Motion {
  std::vector<MotionScene> scenes;
};

// `file` is named in errors, with line, key and what was expected.
Result<Motion> load_motion(std::string_view text, const std::string& file);

// What is to be seen in a step. Texts and counters stay from step to step, lights do not.
struct MotionFrame {
  std::vector<std::vector<std::string>> texts;  // [array][cell]
  std::vector<std::vector<MotionLight>> lights;
  std::vector<std::string> counters;
};
// `arrived`: at the end of the step; else at its beginning, before anything was carried.
MotionFrame motion_frame(const MotionScene& scene, size_t step, bool arrived = true);

}  // namespace warplab::exercise
