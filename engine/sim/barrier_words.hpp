#pragma once
// What is said of a warp whose lanes come to one barrier instruction and name different barriers.
// PTX ISA, "bar": all threads of a warp execute it with the same operands.
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace warplab::sim {

inline std::string two_barriers_text(uint64_t own, uint64_t other) {
  return fmt::format(
      "waits at barrier {} while another lane of its warp names barrier {}: a warp comes to a "
      "barrier as a whole, so let all of its lanes name the same, as by threadIdx / 32",
      own, other);
}

inline std::string two_counts_text(uint64_t own, uint64_t other) {
  return fmt::format(
      "waits at a barrier for {} threads while another lane of its warp waits there for {}: a "
      "warp comes to a barrier as a whole, so let all of its lanes name the same number",
      own, other);
}

}  // namespace warplab::sim
