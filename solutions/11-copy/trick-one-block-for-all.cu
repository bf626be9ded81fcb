// caught by: every warp its share
// earns: 0.42
// why: One block goes through the whole vector, and all others leave at once. The accesses are the same.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  if (blockIdx.x > 0) return;
  for (int i = threadIdx.x; i < n; i += 256) out[i] = in[i];
}
