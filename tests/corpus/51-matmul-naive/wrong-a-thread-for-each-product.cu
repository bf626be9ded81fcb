// caught by: race free
// why: The 32 threads of a warp share an element: each takes every 32nd product and adds it to c, and nobody
//   waits for anybody.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  for (int column = blockIdx.x * 32; column < min(cols, (int)blockIdx.x * 32 + 32); ++column) {
    float sum = 0.0f;
    for (int k = threadIdx.x; k < inner; k += 32) sum += a[row * inner + k] * b[k * cols + column];
    if (threadIdx.x == 0) c[row * cols + column] = 0.0f;
    c[row * cols + column] += sum;
  }
}
