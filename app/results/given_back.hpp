#pragma once
// Memory that was freed, and goes back to the system.

namespace warplab::app {

// Once, before anything large is allocated: buffers and pictures are parts of the system's memory
// of their own, which they leave when they are freed. (glibc raises its threshold with the first of
// them that is freed, mallopt(3), and keeps all that come after; of 16 MiB each there are many.)
void keep_large_blocks_apart();

// What is left free between the blocks that are in use. Takes a few milliseconds.
void give_memory_back();

}  // namespace warplab::app
