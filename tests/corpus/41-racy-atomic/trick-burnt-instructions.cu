// caught by: no busywork
// earns: 0.9
// why: Arithmetic that leads nowhere makes lanes look busy.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  float nothing = 0.0f;
  for (int k = 0; k < copies; ++k) {
    for (int n = 0; n < 24; ++n) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
    atomicAdd(&out[k * rows + i], value + nothing);
  }
}
