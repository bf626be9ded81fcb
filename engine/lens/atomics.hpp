#pragma once
// Who meets whom at one address: atomics on one address are done one after the other.
#include <cstdint>
#include <vector>

#include "data/access_log.hpp"

namespace warplab::lens {

struct Meeting {
  uint64_t address = 0;
  uint32_t lanes = 0;
};

// One for each address of the access, the largest first, then by address.
std::vector<Meeting> meetings_of(const data::LoggedAccess& access);

}  // namespace warplab::lens
