// caught by: no detour by local memory
// earns: 0.96
// why: Each element of a is put into an array of the thread, in local memory, and taken out again.

__device__ float detour(float v, int place) {
  volatile float mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += detour(a[row * inner + k], cols) * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}
