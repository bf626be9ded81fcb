// caught by: no busywork
// why: Arithmetic that leads nowhere hides how long the warps wait.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double nothing = 0.0;
  for (int k = 0; k < 100; ++k) asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(nothing));
  if (i < n) out[i] = in[i] + nothing;
}
