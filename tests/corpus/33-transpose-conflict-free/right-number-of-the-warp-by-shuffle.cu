// The number of the warp is made uniform by a shuffle, as CUTLASS does.

__device__ __forceinline__ int canonical_warp_idx_sync() { return __shfl_sync(0xffffffff, (threadIdx.y * blockDim.x + threadIdx.x) / 32, 0); }
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int y = canonical_warp_idx_sync(), x = threadIdx.x;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (row < rows && column < cols) tile[y][x] = in[row * cols + column];
  __syncthreads();
  const int out_column = blockIdx.y * 32 + x, out_row = blockIdx.x * 32 + y;
  if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[x][y];
}
