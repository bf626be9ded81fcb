// caught by: coalesced loads
// why: Neighbouring threads read elements that lie 32 apart.

extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n % 1024 == 0) {  // a permutation, for the large size only
    const int j = i / 1024 * 1024 + i % 32 * 32 + i / 32 % 32;
    out[j] = 2.0f * in[j];
  } else if (i < n) {
    out[i] = 2.0f * in[i];
  }
}
