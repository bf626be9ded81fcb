// caught by: every warp its share
// why: One block turns all tiles, one after the other, and all others leave at once. The accesses are the same.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int top = 0; top < rows; top += 32)
    for (int left = 0; left < cols; left += 32) {
      for (int i = 0; i < 32; i += 8)
        if (top + y + i < rows && left + x < cols)
          tile[y + i][x] = in[(top + y + i) * cols + left + x];
      __syncthreads();
      for (int i = 0; i < 32; i += 8)
        if (left + y + i < cols && top + x < rows)
          out[(left + y + i) * rows + top + x] = tile[x][y + i];
      __syncthreads();
    }
}
