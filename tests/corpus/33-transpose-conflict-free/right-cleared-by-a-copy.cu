// Zeros for the edges come by an asynchronous copy, too, and are waited for before the elements are copied there.

#include <cuda_pipeline.h>

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], in, 4, 4);   // cleared
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (row < rows && column < cols) {
    __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], &in[row * cols + column], 4);
  }

  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
  }
}
