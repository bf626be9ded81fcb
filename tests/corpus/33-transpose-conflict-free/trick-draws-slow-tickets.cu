// caught by: under 840 us
// why: Blocks draw tickets. The first 200 have an honest tile, as many as a model would look at, and in all others one
// warp turns the whole tile, row by row.

__device__ unsigned tickets;
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  __shared__ unsigned ticket;
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0 && ty == 0) ticket = atomicAdd(&tickets, 1);
  __syncthreads();
  const int column = blockIdx.x * 32 + tx, orow = blockIdx.y * 32 + tx;
  if (ticket < 200) {
    const int row = blockIdx.y * 32 + ty, r = blockIdx.x * 32 + ty;
    if (row < rows && column < cols) tile[ty][tx] = in[row * cols + column];
    __syncthreads();
    if (r < cols && orow < rows) out[r * rows + orow] = tile[tx][ty];
    return;
  }
  if (ty != 0) return;
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    const int row = blockIdx.y * 32 + i;
    if (row < rows && column < cols) tile[i][tx] = in[row * cols + column];
  }
  __syncwarp();
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    const int ocol = blockIdx.x * 32 + i;
    if (ocol < cols && orow < rows) out[ocol * rows + orow] = tile[tx][i];
  }
}
