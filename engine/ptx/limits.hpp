#pragma once
// What one module may make the parser allocate beyond a multiple of its text's length. A text of a
// few bytes can ask for any number of registers or initialised bytes; real modules stay far below.
#include <cstdint>

namespace warplab::ptx {

struct Limits {
  uint64_t registers = uint64_t{1} << 19;
  uint64_t initial_bytes = uint64_t{64} << 20;
  uint64_t branch_targets = uint64_t{1} << 20;  // of all brx together, each table counted again

  // Takes `amount` from `left`; false when there is not that much.
  static bool spend(uint64_t& left, uint64_t amount) {
    return amount <= left && ((left -= amount), true);
  }
};

}  // namespace warplab::ptx
