#include "data/counters.hpp"

namespace warplab::data {
namespace {

constexpr CounterRow kCounterRows[] = {
#define X(id, name, sentence) {name, sentence},
    WARPLAB_COUNTERS(X)
#undef X
};

}  // namespace

std::string_view name_of(Counter counter) {
  return kCounterRows[static_cast<size_t>(counter)].name;
}
std::string_view sentence_of(Counter counter) {
  return kCounterRows[static_cast<size_t>(counter)].sentence;
}

void fill_sums(Counters& c) {
  using enum Counter;
  c[global_requests] =
      c[global_load_requests] + c[global_store_requests] + c[global_atomic_requests];
  c[global_sectors] = c[global_load_sectors] + c[global_store_sectors] + c[global_atomic_sectors];
  c[global_bytes] = c[global_load_bytes] + c[global_store_bytes] + c[global_atomic_bytes];
  c[shared_requests] =
      c[shared_load_requests] + c[shared_store_requests] + c[shared_atomic_requests];
  c[shared_wavefronts] =
      c[shared_load_wavefronts] + c[shared_store_wavefronts] + c[shared_atomic_wavefronts];
  c[shared_bank_conflicts] = c[shared_load_bank_conflicts] + c[shared_store_bank_conflicts] +
                             c[shared_atomic_bank_conflicts];
  c[local_requests] = c[local_load_requests] + c[local_store_requests];
  c[local_sectors] = c[local_load_sectors] + c[local_store_sectors];
}

std::optional<Counter> counter_named(std::string_view name) {
  return row_named<Counter>(kCounterRows, name);
}

}  // namespace warplab::data
