#pragma once
// The output of a graded run beside the expected one, small enough for a page.
#include <cstdint>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

// A buffer as a grid of cells, each for one element or for a rectangle of them. Where one of these
// is wrong, it stands for the cell, so that no wrong element is lost.
struct OutputPicture {
  std::string title;  // "sums of columns", of the view
  uint64_t wrong = 0, total = 0;
  size_t rows = 0, columns = 0;  // of cells
  uint64_t elements_in_row = 0;  // of the buffer, or where its one dimension is broken into rows
  size_t channels = 1;           // numbers of a cell: 3 or 4 of a colour picture
  std::string color_map;
  std::vector<double> actual, expected;
  std::vector<bool> is_wrong;
  double low = 0, high = 1;  // of the colours
};

// One for each answer that is shown, at most `most_cells` a side.
std::vector<OutputPicture> output_pictures(const exercise::Exercise& exercise,
                                           const verdict::ExerciseResult& result,
                                           size_t most_cells);

// Three pictures side by side: what it wrote, what is expected, where they differ.
std::string picture_html(const OutputPicture& picture);
// Where they differ, a character a cell: # wrong, . right; a sentence where they do not.
std::string picture_text(const OutputPicture& picture);

}  // namespace warplab::grader
