// Transpose through shared memory.
//
// in has rows x cols floats, out has cols x rows, both stored row after row:
// out[column][row] = in[row][column]. Blocks are 32 x 32 threads, one for each
// element of a tile.

// Given, and complete: reads along the rows of in, and writes down the columns
// of out.
extern "C" __global__ void transpose_naive(const float* in, float* out,
                                           int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

// Yours: the same answer, with a tile in shared memory between the reading and
// the writing. At the start it is the kernel above.
extern "C" __global__ void transpose_shared(const float* in, float* out,
                                            int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}
