// caught by: no busywork
// earns: 0.96
// why: Arithmetic that leads nowhere lets the warps look busy.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  float sum = 0.0f;
  float nothing = 0.0f;
  for (int k = 0; k < inner; ++k) {
    for (int i = 0; i < 48; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum + nothing;
}
