// Transpose without bank conflicts.
//
// A working transpose through shared memory: reads and writes of global memory
// are coalesced, the barrier is in its place, the answer is right. The loads
// from the tile are 32 times slower than they need to be. Find out why, and
// change as little as you can.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out,
                                                   int rows, int cols) {
  __shared__ float tile[32][32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
  }
}
