// caught by: every warp its share
// earns: 0.42
// why: In each block one warp copies what is the work of eight.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  if (threadIdx.x >= 32) return;
  for (int k = 0; k < 256; k += 32) {
    const int i = blockIdx.x * 256 + k + threadIdx.x;
    if (i < n) out[i] = in[i];
  }
}
