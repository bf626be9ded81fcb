#include "draw/ui.hpp"

#include <tuple>
#include <utility>

namespace warplab::app {

Ui::Ui() = default;
Ui::~Ui() = default;

template <class T>
void Ui::ask(T action) {
  actions.emplace_back(std::move(action));
}

// Of every alternative.
template <class>
struct Asks;
template <class... T>
struct Asks<std::variant<T...>> {
  static constexpr std::tuple all{&Ui::ask<T>...};
};
template struct Asks<Action>;

}  // namespace warplab::app
