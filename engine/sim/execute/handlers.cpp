// Picks the instruction set of the host.
#include <cstdlib>

#include "sim/execute/memory.hpp"
#include "sim/execute/rows.hpp"

namespace warplab::sim {

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
    return t;                                              \
  }                                                        \
  }
WARPLAB_DECLARE(baseline)
#ifdef WARPLAB_HAS_AVX2_BUILD
WARPLAB_DECLARE(avx2)
#endif

namespace {

bool uses_avx2() {
#ifdef WARPLAB_HAS_AVX2_BUILD
  static const bool answer = [] {
    const char* wanted = std::getenv("WARPLAB_SIM_ISA");
    if (wanted && std::string_view(wanted) == "baseline") return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
  }();
  return answer;
#else
  return false;
#endif
}

}  // namespace

std::string_view host_isa() { return uses_avx2() ? "avx2" : "baseline"; }

const RowTable& arithmetic_rows() {
#ifdef WARPLAB_HAS_AVX2_BUILD
  static const RowTable table = uses_avx2() ? avx2::rows() : baseline::rows();
#else
  static const RowTable table = baseline::rows();
#endif
  return table;
}

Handler load_handler(ptx::Space space, uint32_t flags) {
#ifdef WARPLAB_HAS_AVX2_BUILD
  if (uses_avx2()) return avx2::load_handler(space, flags);
#endif
  return baseline::load_handler(space, flags);
}

Handler store_handler(ptx::Space space, uint32_t flags) {
#ifdef WARPLAB_HAS_AVX2_BUILD
  if (uses_avx2()) return avx2::store_handler(space, flags);
#endif
  return baseline::store_handler(space, flags);
}

}  // namespace warplab::sim
