#include "results/given_back.hpp"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace warplab::app {

#ifdef __GLIBC__
void keep_large_blocks_apart() {
  // glibc raises its threshold once a block of a size was freed, and then keeps the buffers of the
  // largest run for good. This one stays: more than a frame's vertices take, so that drawing stays
  // in the heap; as much as a picture of 512 x 512 floats.
  constexpr int kLarge = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
}
void give_memory_back() { malloc_trim(0); }
#else
void keep_large_blocks_apart() {}
void give_memory_back() {}
#endif

}  // namespace warplab::app
