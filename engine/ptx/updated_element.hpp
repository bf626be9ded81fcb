#pragma once
// Stores that change what they find: `x += v`, in one statement of the student's or in several.
#include <cstddef>
#include <optional>

#include "ptx/module.hpp"

namespace warplab::ptx {

// The load that the store at `store` updates, as an index into the body: it has the same address,
// in the same register, and the stored value is computed from what it brings. This serves advice
// only, so the search goes back through the text for a few steps and follows no branches.
std::optional<size_t> load_that_store_updates(const Function& function, size_t store);

}  // namespace warplab::ptx
