#pragma once
#include <memory>
#include <span>

#include "sim/observe/observer.hpp"

namespace warplab::sim {

// The observer of exact tracking: races by happens-before, and uninitialised values that matter.
std::unique_ptr<Observer> make_exact_observer(std::span<const Buffer> buffers,
                                              const AddressSpace& addresses);

}  // namespace warplab::sim
