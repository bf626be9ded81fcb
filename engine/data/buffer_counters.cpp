#include "data/buffer_counters.hpp"

#include <fmt/format.h>

namespace warplab::data {
namespace {

constexpr CounterRow kBufferCounterRows[] = {
#define X(id, name, sentence) {name, sentence},
    WARPLAB_BUFFER_COUNTERS(X)
#undef X
};

}  // namespace

std::string_view name_of(BufferCounter counter) {
  return kBufferCounterRows[static_cast<size_t>(counter)].name;
}
std::string sentence_of(BufferCounter counter, std::string_view buffer) {
  return fmt::format(fmt::runtime(kBufferCounterRows[static_cast<size_t>(counter)].sentence),
                     buffer);
}

std::optional<BufferCounter> buffer_counter_named(std::string_view name) {
  return row_named<BufferCounter>(kBufferCounterRows, name);
}

void fill_sums(BufferCounters& c) {
  using enum BufferCounter;
  c[requests] = c[load_requests] + c[store_requests] + c[atomic_requests];
  c[sectors] = c[load_sectors] + c[store_sectors] + c[atomic_sectors];
  c[bytes] = c[load_bytes] + c[store_bytes] + c[atomic_bytes];
}

}  // namespace warplab::data
