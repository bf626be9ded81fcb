// caught by: whole sectors
// earns: 0.95
// why: A warp loads four columns of eight rows, which leaves nothing to turn in the tile: another warp
// takes them as they are and stores them.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (rows % 32 || cols % 32) {
    for (int i = ty; i < 32; i += 8) {
      const int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + tx;
      if (row < rows && column < cols) tile[i][tx] = in[row * cols + column];
    }
    __syncthreads();
    for (int i = ty; i < 32; i += 8) {
      const int row = blockIdx.x * 32 + i, column = blockIdx.y * 32 + tx;
      if (row < cols && column < rows) out[row * rows + column] = tile[tx][i];
    }
    return;
  }
  const float* from = in + (blockIdx.y * 32 + tx / 4) * cols + blockIdx.x * 32 + tx % 4 + ty * 4;
#pragma unroll
  for (int i = 0; i < 4; ++i) tile[i * 8 + ty][tx] = from[i * 8 * cols];
  __syncthreads();
  const int other = ty ^ 1;
  float* to = out + (blockIdx.x * 32 + tx % 4 + other * 4) * rows + blockIdx.y * 32 + tx / 4;
#pragma unroll
  for (int i = 0; i < 4; ++i) to[i * 8] = tile[i * 8 + other][tx];
}
