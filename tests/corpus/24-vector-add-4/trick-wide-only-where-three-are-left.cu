// caught by: a quarter of the loads
// why: Where not three elements are left over, as at the sizes of the statement, one lane of each warp adds float by float.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if ((n & 3) != 3) {
    const int lane = threadIdx.x & 31;
    if (lane == 0) for (int i = thread * 4; i < thread * 4 + 128 && i < n; ++i) c[i] = a[i] + b[i];
    return;
  }
  if (thread < n / 4) {
    const float4 l = ((const float4*)a)[thread], r = ((const float4*)b)[thread];
    ((float4*)c)[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
  if (thread == n / 4) for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
}
