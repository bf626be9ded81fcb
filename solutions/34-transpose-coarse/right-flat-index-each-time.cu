// The threads are counted through, and row and column of each element are computed anew from its number: more
// instructions than the solution, and a common way of loading a tile.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int e = thread; e < 1024; e += 256) {
    const int y = e / 32, x = e % 32;
    const int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
    if (row < rows && column < cols) tile[y][x] = in[row * cols + column];
  }
  __syncthreads();
  for (int e = thread; e < 1024; e += 256) {
    const int y = e / 32, x = e % 32;
    const int row = blockIdx.x * 32 + y, column = blockIdx.y * 32 + x;
    if (row < cols && column < rows) out[row * rows + column] = tile[x][y];
  }
}
