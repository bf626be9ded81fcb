#pragma once
// What ties a worker's process to the parent that started it.
#include "worker/control_page.hpp"

namespace warplab::worker {

// Of a process that no parent of ours has started.
inline constexpr int kExitNotStartedByParent = 2;

// The page that the parent shares, or null.
ControlPage* map_control_page();

// Ends this process when the parent is gone, whatever the other threads do. A death signal
// (PR_SET_PDEATHSIG) would come when the parent's *thread* that started us ends.
void watch_parent();

}  // namespace warplab::worker
