// Asynchronous copies of a pipeline that all threads of the block share.

#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
#pragma nv_diag_suppress 20054
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  const int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
  pipe.producer_acquire();
  if (r < rows && c < cols) cuda::memcpy_async(&tile[y][x], in + r * cols + c, sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  const int oc = blockIdx.y * 32 + x, o = blockIdx.x * 32 + y;
  if (o < cols && oc < rows) out[o * rows + oc] = tile[x][y];
  pipe.consumer_release();
}
extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
