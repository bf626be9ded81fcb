// Groups of cooperative groups reduce and scan what their threads hold; a group that asks a thread
// of another group gets nothing.
// buffer: in i32 96
// buffer: out i32 384 must_be_written
// launch: grid=1 block=96 args=in,out
// expect: uninitialized
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void racy(const int* in, int* out) {
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = in[t];
  if (tile.thread_rank() < 4) {
    const cg::coalesced_group half = cg::coalesced_threads();
    v += __shfl_down_sync(__activemask(), v, 4);  // second
    half.sync();
  }
  for (int k = 0; k < 4; ++k) out[4 * t + k] = v;  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int v = in[t];
  out[4 * t] = cg::reduce(tile, v, cg::plus<int>()) + cg::inclusive_scan(tile, v);
  out[4 * t + 1] = 0;
  if (t % 3 != 1) {
    const cg::coalesced_group some = cg::coalesced_threads();
    out[4 * t + 1] = cg::reduce(some, v, cg::greater<int>()) + cg::exclusive_scan(some, v) +
                     some.shfl_down(v, 2) + some.shfl_up(v, 3) + some.shfl(v, 1);
  }
  const auto label = cg::labeled_partition(cg::coalesced_threads(), v % 3);
  out[4 * t + 2] = cg::reduce(label, v, cg::plus<int>());
  const auto pair = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), v & 1);
  out[4 * t + 3] = cg::inclusive_scan(pair, v, cg::plus<int>()) + int(pair.any(v > 200));
}
