#include "sim/buffer_counters.hpp"

namespace warplab::sim {
namespace {

constexpr CounterRow kRows[] = {
#define X(id, name, text) {name, text},
    WARPLAB_TRAFFIC(X, , "")
#undef X
};

}  // namespace

std::string_view name_of(BufferCounter counter) { return kRows[static_cast<size_t>(counter)].name; }
std::string_view explanation_of(BufferCounter counter) {
  return kRows[static_cast<size_t>(counter)].explanation;
}
std::optional<BufferCounter> buffer_counter_named(std::string_view name) {
  return row_named<BufferCounter>(kRows, name);
}

void fill_sums(BufferCounters& counters) {
  fill_traffic_sums(counters, BufferCounter::load_requests);
}

}  // namespace warplab::sim
