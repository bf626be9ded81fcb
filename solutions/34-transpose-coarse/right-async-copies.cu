// The tile is filled by asynchronous copies, four of which are on their way together.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < cols) {
      const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.y + i][threadIdx.x]);
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + (row + i) * cols + column) : "memory");
    }
  }

  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
}
