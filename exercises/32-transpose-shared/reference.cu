// The plainest kernels that are right. They are run to know the answer, never to be counted or timed.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}
