// Picks the handlers that were made for the host's instruction set.
#include "sim/execute/host_isa.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/rows.hpp"

namespace warplab::sim {

namespace baseline {
void add_seldom_rows(RowTable&);
}

#define WARPLAB_DECLARE(isa)                               \
  namespace isa {                                          \
  void add_integer_rows(RowTable&);                        \
  void add_bit_rows(RowTable&);                            \
  void add_float_rows(RowTable&);                          \
  void add_half_rows(RowTable&);                           \
  void add_convert_rows(RowTable&);                        \
  Handler load_handler(ptx::Space space, uint32_t flags);  \
  Handler store_handler(ptx::Space space, uint32_t flags); \
  inline RowTable rows() {                                 \
    RowTable t;                                            \
    add_integer_rows(t);                                   \
    add_bit_rows(t);                                       \
    add_float_rows(t);                                     \
    add_half_rows(t);                                      \
    add_convert_rows(t);                                   \
    baseline::add_seldom_rows(t);                          \
    return t;                                              \
  }                                                        \
  }
WARPLAB_DECLARE(baseline)
#ifdef WARPLAB_AVX2_FEATURES
WARPLAB_DECLARE(avx2)
#endif

void RowTable::add(std::string_view spelling, const Row& row) {
  rows_.emplace(std::string(spelling), row);
}

const RowTable& arithmetic_rows() {
#ifdef WARPLAB_AVX2_FEATURES
  static const RowTable table = uses_avx2() ? avx2::rows() : baseline::rows();
#else
  static const RowTable table = baseline::rows();
#endif
  return table;
}

Handler load_handler(ptx::Space space, uint32_t flags) {
#ifdef WARPLAB_AVX2_FEATURES
  if (uses_avx2()) return avx2::load_handler(space, flags);
#endif
  return baseline::load_handler(space, flags);
}

Handler store_handler(ptx::Space space, uint32_t flags) {
#ifdef WARPLAB_AVX2_FEATURES
  if (uses_avx2()) return avx2::store_handler(space, flags);
#endif
  return baseline::store_handler(space, flags);
}

}  // namespace warplab::sim
