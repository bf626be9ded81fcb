// caught by: every warp its share
// why: Two warps of each block do it all, sixteen elements a thread, and the other six wait at the barrier.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (threadIdx.y < 2)
    for (int i = 0; i < 32; i += 2)
      if (row + i < rows && column < cols)
        tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (threadIdx.y < 2)
    for (int i = 0; i < 32; i += 2)
      if (out_row + i < cols && out_column < rows)
        out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
}
