#pragma once
// The ways to what went wrong, in the tab Steps. Each returns the moment that was pressed.
#include <optional>
#include <vector>

#include "draw/ui.hpp"
#include "steps/steps.hpp"

namespace warplab::app {

// A button for each moment.
std::optional<Moment> draw_moments(Ui& ui, const std::vector<Moment>& moments);
// The same as a list that opens, where the pane is low.
std::optional<Moment> draw_list_of_moments(Ui& ui, const std::vector<Moment>& moments);
// Of a race: two answers of one run, and the way to either.
std::optional<Moment> draw_orders(Ui& ui, const OrdersThread::Snapshot& now);

}  // namespace warplab::app
