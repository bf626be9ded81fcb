// caught by: coalesced stores
// why: One thread does it all; the answer is right.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) out[i] = in[(i + n - 8 % n) % n];
}
