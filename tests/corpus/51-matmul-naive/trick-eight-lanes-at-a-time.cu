// caught by: full warps
// earns: 0.91
// why: b is read by eight lanes at a time: all sectors are used, in four times as many requests.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    float factor = 0.0f;
    for (int group = 0; group < 4; ++group)
      if (threadIdx.x / 8 == group) factor = *(const volatile float*)&b[k * cols + column];
    sum += a[row * inner + k] * factor;
  }
  c[row * cols + column] = sum;
}
