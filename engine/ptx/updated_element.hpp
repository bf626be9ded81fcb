#pragma once
// Stores that change what they find: `x += v`, in one statement of the student's or in several.
#include <cstddef>
#include <optional>

#include "ptx/module.hpp"

namespace warplab::ptx {

// How a store changes what it finds.
struct ElementUpdate {
  size_t load = 0;          // an index into the body
  bool is_one_step = true;  // such as +, min or |: an atomic function may do it
};

// The load that the store at `store` updates: it has the same address, in the same register, and
// the stored value is computed from what it brings. This serves advice only, so the search goes
// back through the text for a few steps and follows no branches.
std::optional<ElementUpdate> update_by_store(const Function& function, size_t store);

// Check, then act: the load of the same address whose value decides whether the store is made.
std::optional<size_t> load_that_decides_store(const Function& function, size_t store);

// Of two stores of a function: each stores what was loaded from where the other one stores.
bool are_exchange(const Function& function, size_t store, size_t other);

// Whether what `load`, or an atomic, brings decides where the branch at `branch` goes, by registers
// alone.
bool decides_branch(const Function& function, size_t load, size_t branch);

}  // namespace warplab::ptx
