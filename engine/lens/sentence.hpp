#pragma once
// What one access costs, in the sentence that stands above its picture.
#include <string>

#include "data/access_log.hpp"

namespace warplab::lens {

// What an access costs beyond the least that could do the same, and in all. In sectors of global,
// constant and local memory; in passes of shared memory.
struct Cost {
  unsigned units = 0, ideal = 0;
  unsigned excess() const { return units > ideal ? units - ideal : 0; }
};
Cost cost_of(const data::LoggedAccess& access);

// "Line 10 moves 32 sectors for 128 bytes: 12.5 % of them is used. 4 sectors would hold them."
std::string sentence_of(const data::LoggedAccess& access);

// "load of 4 bytes, global": of a lane
std::string kind_text(const data::LoggedAccess& access);

// "block (1,0,0), warp 0, iteration 3"
std::string place_of_access(const data::LoggedAccess& access, const Dim3& grid);

// "0-7, 9"; "all" for all 32.
std::string lanes_text(uint32_t lanes);

}  // namespace warplab::lens
