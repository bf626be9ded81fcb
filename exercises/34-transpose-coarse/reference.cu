// The plainest kernel that is right. It is run to know the answer, never to be counted or timed.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    const int row = blockIdx.y * 32 + i;
    if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
  }
}
