// caught by: a quarter of the loads
// why: float2: 8 bytes for each lane, and twice as many requests as with 16.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int threads = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = first; k < (n + 1) / 2; k += threads) {
    if (2 * k + 1 < n) {
      const float2 l = ((const float2*)a)[k], r = ((const float2*)b)[k];
      ((float2*)c)[k] = make_float2(l.x + r.x, l.y + r.y);
    } else {
      c[2 * k] = a[2 * k] + b[2 * k];
    }
  }
}
