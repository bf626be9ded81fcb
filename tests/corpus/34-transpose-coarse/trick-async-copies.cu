// caught by: no bank conflicts
// why: Asynchronous copies write the tile, turned, and what they do to the banks is nobody's
// store.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.y + i]);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + (row + i) * cols + column)
                   : "memory");
    }
  }

  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.y + i][threadIdx.x];
    }
  }
}
