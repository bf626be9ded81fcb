// The thread's number comes from its group; what is left over by three threads of it.

#include <cooperative_groups.h>

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = (int)cooperative_groups::this_grid().thread_rank();
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  const int rest = n % 4;
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    c4[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
  if (thread < rest) c[n - rest + thread] = a[n - rest + thread] + b[n - rest + thread];
}
