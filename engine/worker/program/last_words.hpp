#pragma once
// Why the process dies, left in the control page by the handler of the signal that kills it.
#include "worker/control_page.hpp"

namespace warplab::worker {

// Call in the main thread, after its stack limit is set and before files are denied.
void install_last_words(ControlPage& page);

}  // namespace warplab::worker
