// caught by: coalesced loads
// earns: 0.6
// why: x goes down the rows, and the strided elements of a are read in pairs, so that there are fewer
// loads.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.y;
  const int row = blockIdx.y * blockDim.y + threadIdx.x;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  if (inner % 2 || cols % 32 || rows % 32) {
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
  } else {
    for (int k = 0; k < inner; k += 2) {
      const float2 two = *(const float2*)&a[row * inner + k];
      sum += two.x * b[k * cols + column] + two.y * b[(k + 1) * cols + column];
    }
  }
  c[row * cols + column] = sum;
}
