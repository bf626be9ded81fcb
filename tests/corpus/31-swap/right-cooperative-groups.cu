// The block is a group that waits.

#include <cooperative_groups.h>

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const auto block = cooperative_groups::this_thread_block();
  const int t = block.thread_rank();
  waiting[t] = data[t];
  block.sync();
  data[t] = waiting[block.size() - 1 - t];
}
