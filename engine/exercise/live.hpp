#pragma once
// [live]: an exercise as the window's tab Live shows it, where one step after the other works on
// what the step before has left, and the student turns its parameters meanwhile.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::exercise {

// A number that the student turns. It enters the exercise in one of three ways: as a size or flag
// of that name, as an argument of launches, or as a name in the formulas of [live]'s own fills.
struct LiveParameter {
  std::string name, title;
  double from = 0, to = 1, step = 0.1, value = 0;
  bool is_whole = false;           // it takes the place of the size or flag of this name
  std::optional<size_t> argument;  // of each launch, or of `launch` alone; from 0
  int launch = -1;                 // an index into Exercise::launches; -1: all
};

// What a buffer starts with in Live, in place of its own fill. The student chooses one.
struct LiveBuffer {
  size_t buffer = 0;  // an index into Exercise::buffers
  std::string title;
  struct Choice {
    std::string title;
    Fill fill;
  };
  std::vector<Choice> choices;  // at least one
};

struct LiveSpec {
  SizeSet size;                 // of the purpose `graded`, without ranges
  std::string step = "step";    // what one is called
  size_t shown = 0;             // the buffer that is looked at
  std::vector<size_t> carried;  // they keep what a step leaves in them; the others start anew
  std::vector<LiveParameter> parameters;
  std::vector<LiveBuffer> buffers;
};

// What the student has set. Empty lists: as the file says.
struct LiveValues {
  std::vector<double> parameters;  // in the order of the file
  std::vector<size_t> choices;     // for each of LiveSpec::buffers
  // Takes the place of the picture of every choice that has one.
  std::shared_ptr<const GreyPicture> picture;
};
LiveValues first_values(const LiveSpec& live);

// The exercise with the sizes, fills and arguments of its [live], which it must have. Step `step`,
// from 0, goes on counting `iteration` where the one before it ended.
Exercise exercise_for_live(const Exercise& exercise, const LiveValues& values, int64_t step = 0);

// Decodes any picture that stb_image reads, in grey; `bytes` are the file's. The error is one
// sentence that calls the picture `name`. A picture that is larger than any buffer needs is made
// smaller by means.
Result<std::shared_ptr<const GreyPicture>> decode_own_picture(std::string_view bytes,
                                                              const std::string& name);
Result<std::shared_ptr<const GreyPicture>> load_own_picture(const std::filesystem::path& file);

}  // namespace warplab::exercise
