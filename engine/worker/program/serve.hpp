#pragma once
// The worker's side of the conversation, behind the locked door.
#include "compile/compile.hpp"
#include "worker/channel.hpp"
#include "worker/control_page.hpp"

namespace warplab::worker {

// Answers requests until the parent is gone.
void serve(Channel& channel, ControlPage& page, compile::Compiler& compiler);

}  // namespace warplab::worker
