// caught by: every warp its share
// why: One warp goes through the whole vector alone, with as many accesses as all of them would make; the others
// count.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= 32) {
    int count = 0;
    for (int k = 0; k < 40; ++k) asm volatile("add.s32 %0, %0, 1;" : "+r"(count));
    return;
  }
  for (int i = thread; i < n; i += 32) out[i] = in[i];
}
