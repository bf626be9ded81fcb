// caught by: every block its share
// why: One block turns all tiles, one after the other, and all others leave at once. The accesses are the same.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  __shared__ float tile[32][32];
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
