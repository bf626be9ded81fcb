// caught by: coalesced stores
// why: The element goes through the tile and comes out in the same thread, so the stores are as strided
//   as without it.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  }

  __syncthreads();

  if (row < rows && column < cols) {
    out[column * rows + row] = tile[threadIdx.y][threadIdx.x];
  }
}
