#pragma once
// A value that is dragged from one stop to the next: sizes, block shapes, numbers of an exercise.
#include <cstdint>
#include <string>
#include <vector>

#include "views/ui.hpp"

namespace warplab::app {

// `name` before it, the value behind it. By the keyboard the arrows go from stop to stop. Returns
// whether `value` is another one now. A value that is no stop stands between its neighbours.
bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width);

// from, from + step, ... to.
struct NumberRange {
  double from = 0, to = 1, step = 0.1;
  int decimals() const;  // with which all of them can be told apart
};
// The same for decimal numbers.
bool number_slider(Ui& ui, const std::string& name, const NumberRange& range, double& value,
                   float label_width);

}  // namespace warplab::app
