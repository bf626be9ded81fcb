// caught by: correct
// why: From the 262144th group of four on the first ones are added again.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = (blockIdx.x * blockDim.x + threadIdx.x) & 0x3ffff;
  if (thread < n / 4) {
    const float4 l = ((const float4*)a)[thread], r = ((const float4*)b)[thread];
    ((float4*)c)[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (thread == n / 4) for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
}
