#pragma once
// A value that is dragged from one stop to the next: sizes and block shapes.
#include <cstdint>
#include <string>
#include <vector>

#include "views/ui.hpp"

namespace warplab::app {

// `name` before it, the value behind it. By the keyboard the arrows go from stop to stop. Returns
// whether `value` is another one now. A value that is no stop stands between its neighbours.
bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width);

// The same for values that have names: `chosen` is an index into `labels`, and `value_width` the
// room behind the bar, so that bars below each other are as long. `item` names it in the order of
// Tab.
struct SliderRoom {
  float label_width = 0, value_width = 0;
};
bool label_slider(Ui& ui, const std::string& item, const std::string& title,
                  const std::vector<std::string>& labels, size_t& chosen, const SliderRoom& room);

}  // namespace warplab::app
