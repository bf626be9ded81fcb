// caught by: no busywork
// why: Arithmetic that leads nowhere hides how long the warps wait.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = swapped ? x : y, column = swapped ? y : x;
  float nothing = 0.0f;
  for (int i = 0; i < 200; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  if (row < rows && column < cols) {
    const int i = row * cols + column;
    c[i] = a[i] + b[i] + nothing;
  }
}
