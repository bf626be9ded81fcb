#pragma once
// A device address as the element of a buffer that lies there.
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/access_log.hpp"
#include "data/launch.hpp"

namespace warplab::lens {

struct ElementPlace {
  size_t buffer = 0;   // in the run's list
  uint64_t index = 0;  // of the element, in memory order
};

// None where no buffer of the launch has that address: variables and the heap.
std::optional<ElementPlace> element_at(uint64_t address, const data::AccessLog& log,
                                       std::span<const data::Buffer> buffers);

// "a[17][3]"; for shared and local memory "byte 128"; elsewhere "0x7f0012345600".
std::string place_text(const data::LoggedAccess& access, unsigned lane, const data::AccessLog& log,
                       std::span<const data::Buffer> buffers);

}  // namespace warplab::lens
