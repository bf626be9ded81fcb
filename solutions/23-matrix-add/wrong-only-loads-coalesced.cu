// caught by: coalesced stores
// why: With the flag clear it loads along the rows into shared memory and stores down the columns: the
//   loads are coalesced and the stores are not.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (swapped) {
    if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
    return;
  }

  __shared__ float tile[32][33];
  if (y < rows && x < cols) {
    tile[threadIdx.y][threadIdx.x] = a[y * cols + x] + b[y * cols + x];
  }
  __syncthreads();
  const int tile_row = blockIdx.y * 32 + threadIdx.x;
  const int tile_column = blockIdx.x * 32 + threadIdx.y;
  if (tile_row < rows && tile_column < cols) {
    c[tile_row * cols + tile_column] = tile[threadIdx.x][threadIdx.y];
  }
}
