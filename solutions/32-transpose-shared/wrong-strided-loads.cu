// caught by: coalesced loads
// why: It reads down the columns of the input so that it can write along the rows of the output: the
//   strides have moved from the stores to the loads.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = in[out_column * cols + out_row];
  }
}
