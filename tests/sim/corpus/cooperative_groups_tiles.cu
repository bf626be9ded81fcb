// Cooperative groups: tiles of 8 threads reduce, and a coalesced group counts itself.
// buffer: out i32 128 zero
// launch: tiles grid=1 block=64 args=out
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void tiles(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int v = block.thread_rank();
  for (int k = tile.size() / 2; k > 0; k /= 2) v += tile.shfl_down(v, k);
  out[2 * threadIdx.x] = tile.shfl(v, 0) + tile.meta_group_rank();
  block.sync();
  if (threadIdx.x % 3 == 0) {
    const cg::coalesced_group active = cg::coalesced_threads();
    out[2 * threadIdx.x + 1] = active.size() * 100 + active.thread_rank();
  }
}
