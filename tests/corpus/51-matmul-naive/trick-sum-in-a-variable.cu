// caught by: sum in a register
// earns: 0.91
// why: The sums are a variable of the module: neither c nor the matrices, and global memory all the same.

__device__ float sums[1 << 22];

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  volatile float* sum = &sums[row * cols + column];
  *sum = 0.0f;
  for (int k = 0; k < inner; ++k) *sum = *sum + a[row * inner + k] * b[k * cols + column];
  c[row * cols + column] = *sum;
}
