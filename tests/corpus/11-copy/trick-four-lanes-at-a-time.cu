// caught by: one element a thread
// earns: 0.46
// why: Four lanes work, then the next four: every sector is used, and the warp takes eight times as many
// requests.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int group = 0; group < 8; ++group)
    if (threadIdx.x % 32 / 4 == group) *(volatile double*)&out[i] = *(const volatile double*)&in[i];
}
