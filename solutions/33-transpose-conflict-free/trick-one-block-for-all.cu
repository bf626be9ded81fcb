// caught by: every block its share
// why: One block turns all tiles, one after the other, and all others leave at once. The accesses are the same.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  __shared__ float tile[32][33];
  for (int top = 0; top < rows; top += 32)
    for (int left = 0; left < cols; left += 32) {
      if (top + threadIdx.y < rows && left + threadIdx.x < cols)
        tile[threadIdx.y][threadIdx.x] = in[(top + threadIdx.y) * cols + left + threadIdx.x];
      __syncthreads();
      if (left + threadIdx.y < cols && top + threadIdx.x < rows)
        out[(left + threadIdx.y) * rows + top + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
      __syncthreads();
    }
}
