// caught by: no busywork
// why: Arithmetic that leads nowhere.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float nothing = 0.0f;
  for (int k = 0; k < 100; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  if (x < cols && y < rows) out[y * cols + x] = x + y / 10.0f + nothing;
}
