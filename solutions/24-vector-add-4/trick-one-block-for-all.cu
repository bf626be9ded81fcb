// caught by: every warp its share
// why: One block goes through all groups of four, and all others leave at once. The accesses are the same.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  if (blockIdx.x > 0) return;
  for (int k = threadIdx.x; k < n / 4; k += 256) {
    const float4 left = reinterpret_cast<const float4*>(a)[k];
    const float4 right = reinterpret_cast<const float4*>(b)[k];
    reinterpret_cast<float4*>(c)[k] =
        make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
  }
  const int i = n / 4 * 4 + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
