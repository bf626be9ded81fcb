// caught by: few barriers
// why: One element after the other goes through the tile, each with two barriers of its own. The answer
//   is right, and the block waits eight times.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float strip[8][33];
  const int in_strip = threadIdx.y * 32 + threadIdx.x;
  for (int i = 0; i < 32; i += 8) {
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + i + threadIdx.y;
    if (row < rows && column < cols) strip[threadIdx.y][threadIdx.x] = in[row * cols + column];
    __syncthreads();
    const int out_column = blockIdx.y * 32 + i + in_strip % 8;
    const int out_row = blockIdx.x * 32 + in_strip / 8;
    if (out_row < cols && out_column < rows) {
      out[out_row * rows + out_column] = strip[in_strip % 8][in_strip / 8];
    }
    __syncthreads();
  }
}
