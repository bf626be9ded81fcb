// Tiles in shared memory, as in the exercise after this one.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  __shared__ float s[32][32], t[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  float sum = 0.0f;
  for (int k = 0; k < inner; k += 32) {
    s[y][x] = row < rows && k + x < inner ? a[row * inner + k + x] : 0.0f;
    t[y][x] = k + y < inner && column < cols ? b[(k + y) * cols + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i) sum += s[y][i] * t[i][x];
    __syncthreads();
  }
  if (row < rows && column < cols) c[row * cols + column] = sum;
}
