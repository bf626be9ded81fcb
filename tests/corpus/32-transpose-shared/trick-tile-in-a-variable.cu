// caught by: nothing else
// why: The tile is a variable of the module, in global memory: the matrices are coalesced, and the
// strides are somewhere else.

__device__ float tiles[128 * 128][32][32];

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float pretended[32][33];
  float(*tile)[32] = tiles[blockIdx.y * 128 + blockIdx.x];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  pretended[threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows)
    out[out_row * rows + out_column] =
        tile[threadIdx.x][threadIdx.y] + 0.0f * pretended[threadIdx.y][threadIdx.x];
}
