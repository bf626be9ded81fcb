// Half of the threads take a second group, half a grid further.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, groups = n / 4;
  const int half = (groups + 1) / 2;
  if (thread < half) {
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int group = thread + k * half;
      if (group < groups) {
        const float4 l = ((const float4*)a)[group], r = ((const float4*)b)[group];
        ((float4*)c)[group] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
      }
    }
  }
  if (thread == 0)
    for (int i = 4 * groups; i < n; ++i) c[i] = a[i] + b[i];
}
