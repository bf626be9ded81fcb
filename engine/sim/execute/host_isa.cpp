#include "sim/execute/host_isa.hpp"

#include <cstdlib>
#include <string_view>

#ifdef WARPLAB_AVX2_FEATURES
#include <cpuid.h>
#endif

namespace warplab::sim {
namespace {

#ifdef WARPLAB_AVX2_FEATURES
// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID. The compiler's
// own question also asks the system whether it saves the wide registers; it does not know all of
// the features under every compiler.
[[maybe_unused]] bool has_avx2() { return __builtin_cpu_supports("avx2"); }
[[maybe_unused]] bool has_fma() { return __builtin_cpu_supports("fma"); }
[[maybe_unused]] bool has_bmi2() { return __builtin_cpu_supports("bmi2"); }
[[maybe_unused]] bool has_popcnt() { return __builtin_cpu_supports("popcnt"); }
[[maybe_unused]] bool has_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
[[maybe_unused]] bool has_lzcnt() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

// Each feature with which CMake has the AVX2 build compiled.
bool host_has_all() {
#define X(feature) has_##feature()&&
  return WARPLAB_AVX2_FEATURES true;
#undef X
}
#else
bool host_has_all() { return false; }
#endif

}  // namespace

bool uses_avx2() {
  static const bool answer = [] {
    const char* const wanted = std::getenv("WARPLAB_SIM_ISA");
    return (wanted == nullptr || std::string_view(wanted) != "baseline") && host_has_all();
  }();
  return answer;
}

}  // namespace warplab::sim
