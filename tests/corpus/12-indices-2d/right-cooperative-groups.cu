// The thread's place comes from its group.

#include <cooperative_groups.h>

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const auto block = cooperative_groups::this_thread_block();
  const int x = block.group_index().x * block.group_dim().x + block.thread_index().x;
  const int y = block.group_index().y * block.group_dim().y + block.thread_index().y;
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f;
}
