#pragma once
// A value that is dragged from one stop to the next: sizes, block shapes, numbers of an exercise.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "draw/ui.hpp"

namespace warplab::app {

// `name` before it, the value behind it. By the keyboard the arrows go from stop to stop. Returns
// whether `value` is another one now. A value that is no stop stands between its neighbours.
bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width);

// The same for values that have names: `chosen` is an index into `labels`, and `value_width` the
// width of the longest label of all bars that stand below each other, so that they are as long.
// `item` names it in the order of Tab.
struct SliderRoom {
  float label_width = 0, value_width = 0;
};
bool label_slider(Ui& ui, const std::string& item, const std::string& title,
                  const std::vector<std::string>& labels, size_t& chosen, const SliderRoom& room);

// from, from + step, ... to.
struct NumberRange {
  double from = 0, to = 1, step = 0.1;
  int decimals() const;  // with which all of them can be told apart
};
// The same for decimal numbers.
bool number_slider(Ui& ui, const std::string& name, const NumberRange& range, double& value,
                   float label_width);

// A place among 0 ... `last`. `text_at` says what stands behind the bar for it: "12 of 4 018".
bool place_slider(Ui& ui, const std::string& item, int last, int& place,
                  const std::function<std::string(int)>& text_at);

}  // namespace warplab::app
