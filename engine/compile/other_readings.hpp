#pragma once
// What a file may ask beside its compiler: for which GPU it is compiled (`__CUDA_ARCH__`), under
// which name, on which day, for which standard of C++. A kernel may have a way for each of them,
// and every way must be right: a file that asks is also run as it would be read elsewhere.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct OtherReading {
  size_t offset = 0;  // of the question in the source
  std::string name;   // "__CUDA_ARCH__"
  std::string where;  // "for compute capability 7.5", "on another day"
  int compute_capability = 90;
  // The source as it is read there. Places stay as they are, but for lines before the first.
  std::string text;
};

// `supported`: the compute capabilities that the compiler knows. At most kMostReadings; none for a
// file that does not ask.
inline constexpr size_t kMostReadings = 40;
std::vector<OtherReading> other_readings(std::string_view source, int compute_capability,
                                         std::span<const int> supported);

}  // namespace warplab::compile
