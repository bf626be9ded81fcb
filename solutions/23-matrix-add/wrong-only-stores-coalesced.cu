// caught by: coalesced loads
// why: With the flag clear it loads down the columns into shared memory and stores along the rows: the
//   stores are coalesced and the loads are not.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (swapped) {
    if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
    return;
  }

  __shared__ float tile[32][33];
  const int tile_row = blockIdx.y * 32 + threadIdx.x;
  const int tile_column = blockIdx.x * 32 + threadIdx.y;
  if (tile_row < rows && tile_column < cols) {
    const int i = tile_row * cols + tile_column;
    tile[threadIdx.x][threadIdx.y] = a[i] + b[i];
  }
  __syncthreads();
  if (y < rows && x < cols) c[y * cols + x] = tile[threadIdx.y][threadIdx.x];
}
