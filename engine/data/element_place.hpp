#pragma once
// A device address as the element of a buffer that lies there.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "data/access_log.hpp"
#include "data/launch.hpp"

namespace warplab::data {

struct ElementPlace {
  size_t buffer = 0;   // in the run's list
  uint64_t index = 0;  // of the element, in memory order
};

// None where no buffer of the launch has that address: variables and the heap.
std::optional<ElementPlace> element_at(uint64_t address, const AccessLog& log,
                                       std::span<const Buffer> buffers);

// "a[17][3]"; for shared and local memory "byte 128"; elsewhere "0x7f0012345600".
std::string place_text(const LoggedAccess& access, unsigned lane, const AccessLog& log,
                       std::span<const Buffer> buffers);

// The value of an element of a buffer, as a person reads it; empty where it is not known.
using ValueOf = std::function<std::string(const Buffer&, uint64_t index)>;

// "after it had read in[17][3] = 42 and in[17][4] = 7": of what lane `lane` of the warp that made
// the access `store` of the log had loaded from buffers before it, each element once.
std::string reads_before(const AccessLog& log, std::span<const Buffer> buffers, size_t store,
                         unsigned lane, const ValueOf& value_of);

}  // namespace warplab::data
