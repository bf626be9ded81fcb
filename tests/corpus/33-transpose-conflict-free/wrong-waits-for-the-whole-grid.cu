// caught by: terminates
// why: Every block waits until all have loaded. A GPU runs as many at a time as fit on it, and the
//   others never begin.

__device__ unsigned arrived;
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned*)&arrived < gridDim.x * gridDim.y) {}
  }
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x, out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}
