// Multiplies only where the maximum rises, and joins all lanes at once: one maximum, then one sum.
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5);
  if (row >= rows) return;
  float m = -1e30f, s = 0.0f;
  for (int i = lane; i < cols; i += 32) {
    const float x = in[(size_t)row * cols + i];
    if (x > m) {
      s *= __expf(m - x);
      m = x;
    }
    s += __expf(x - m);
  }
  float most = m;
  for (int d = 1; d < 32; d <<= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  s *= __expf(m - most);
  for (int d = 1; d < 32; d <<= 1) s += __shfl_xor_sync(~0u, s, d);
  const float inverse = 1.0f / s;
  for (int i = lane; i < cols; i += 32)
    out[(size_t)row * cols + i] = __expf(in[(size_t)row * cols + i] - most) * inverse;
}
