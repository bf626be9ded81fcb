// Transpose, four elements a thread.
//
// This is the transpose without bank conflicts, one element a thread, as you
// know it. But a block now has 32 x 8 threads, and its tile still has 32 x 32
// elements: thread (x, y) moves row y of the tile, and the rows from 8 on are
// nobody's. Let each thread move four elements.

extern "C" __global__ void transpose_coarse(const float* in, float* out,
                                            int rows, int cols) {
  __shared__ float tile[32][33];

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
