// caught by: no busywork
// earns: 0.9
// why: Arithmetic that leads nowhere beside the work.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float nothing = 0;
  for (int k = 0; k < 200; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  out[i] = in[(i + n - 8 % n) % n] + nothing;
}
