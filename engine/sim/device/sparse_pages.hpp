#pragma once
#include "sim/device/address_space.hpp"
#include "sim/device/zero_pages.hpp"

namespace warplab::sim {

// Zeroed memory of which little will be touched, here and there: in small pages. A large page saves
// 512 faults, and clears 2 MiB for a single byte.
ZeroPages sparse_pages(size_t bytes);

// The pages that lie whole in this part of them are made now, at a quarter of what a fault for each
// costs. False: the system cannot.
bool populate(std::byte* begin, size_t bytes);

// Memory beside that of an allocation, of which as much is touched: a buffer is there to be used,
// and the heap is handed out from its beginning, while a variable may be large enough for any size
// that a kernel could be given.
ZeroPages pages_beside(const Allocation& allocation, size_t bytes);

}  // namespace warplab::sim
