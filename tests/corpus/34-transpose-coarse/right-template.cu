// The steps are parameters of a template; the kernel chooses them.

template <int TILE, int ROWS, class T>
__device__ void transpose(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  __shared__ T tile[TILE][TILE + 1];
  const int bx = blockIdx.x * TILE, by = blockIdx.y * TILE;
#pragma unroll
  for (int i = threadIdx.y; i < TILE; i += ROWS)
    if (by + i < rows && bx + threadIdx.x < cols) tile[i][threadIdx.x] = in[(by + i) * cols + bx + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = threadIdx.y; i < TILE; i += ROWS)
    if (bx + i < cols && by + threadIdx.x < rows) out[(bx + i) * rows + by + threadIdx.x] = tile[threadIdx.x][i];
}

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  transpose<32, 8>(in, out, rows, cols);
}
