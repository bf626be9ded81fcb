#include "sim/counters.hpp"

namespace warplab::sim {
namespace {

struct Row {
  std::string_view name, text;
};
constexpr Row kRows[] = {
#define X(id, name, text) {name, text},
    WARPLAB_COUNTERS(X)
#undef X
};

}  // namespace

std::string_view name_of(Counter counter) { return kRows[static_cast<size_t>(counter)].name; }
std::string_view explanation_of(Counter counter) {
  return kRows[static_cast<size_t>(counter)].text;
}

std::optional<Counter> counter_named(std::string_view name) {
  for (size_t i = 0; i < kCounterCount; ++i)
    if (kRows[i].name == name) return static_cast<Counter>(i);
  return std::nullopt;
}

}  // namespace warplab::sim
