// The plainest kernel that is right. It is run to know the answer, never to be counted or timed.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  out[row * cols + column] = column + row / 10.0f;
}
