#pragma once
// Stores that change what they find: `x += v`, in one statement of the student's or in several.
#include <cstddef>
#include <optional>

#include "ptx/module.hpp"

namespace warplab::ptx {

// The load, as an index into the body, from whose value the value of this store is worked out and
// which has the address of the store, in the same register. What is told of it is advice, so only
// what stands before the store is looked at, in the order of the text, and no more than some steps
// of it.
std::optional<size_t> load_that_store_updates(const Function& function, size_t store);

}  // namespace warplab::ptx
