// The book's way: two keys a thread, the partner by an exclusive or, and the one with the smaller index acts.
extern "C" __global__ void sort_tiles(unsigned* keys, int n) {
  __shared__ unsigned s[1024];
  const int base = blockIdx.x << 10;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = base + i < n ? keys[base + i] : ~0u;
  for (int k = 2; k <= 1024; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
        const int p = i ^ j;
        if (p <= i) continue;
        const unsigned x = s[i], y = s[p];
        const bool rising = !(i & k);
        s[i] = rising ? min(x, y) : max(x, y);
        s[p] = rising ? max(x, y) : min(x, y);
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024 && base + i < n; i += blockDim.x) keys[base + i] = s[i];
}
