extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long at;
  asm("mov.u64 %0, doubled_param_0;" : "=l"(at));
  if (i < n) out[i] = (at == 0 ? 2.0f : 3.0f) * in[i];
}
