// caught by: coalesced loads
// why: Inside of its block x goes down the rows. The answer is right, since a block is square, and the 32 threads
//   of a warp want 32 elements of a that lie a row apart.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.y;
  const int row = blockIdx.y * blockDim.y + threadIdx.x;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
