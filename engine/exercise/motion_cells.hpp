#pragma once
// Which cells of a scene a text such as "tile[0..3][2]" means.
#include <string_view>
#include <vector>

#include "exercise/motion.hpp"

namespace warplab::exercise {

// NAME: all of an array; NAME[k]: of one that has one row or one column its cell k, else its row k;
// NAME[row][column]. Each of these a number, a range 0..3, a range with a step 0..6 by 2, or *.
// Row by row. The error says what is wrong with the text.
Result<std::vector<MotionCell>> motion_cells(std::string_view text,
                                             const std::vector<MotionArray>& arrays);

}  // namespace warplab::exercise
