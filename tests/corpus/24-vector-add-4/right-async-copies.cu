// a and b are copied into shared memory 16 bytes at a time.

#include <cuda_pipeline.h>

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  __shared__ float4 left[256], right[256];
  const int t = threadIdx.x, thread = blockIdx.x * blockDim.x + t;
  if (thread < n / 4) {
    __pipeline_memcpy_async(&left[t], a + 4 * thread, 16);
    __pipeline_memcpy_async(&right[t], b + 4 * thread, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    const float4 l = left[t], r = right[t];
    reinterpret_cast<float4*>(c)[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else {
    for (int i = 4 * thread; i < n; ++i) c[i] = a[i] + b[i];
  }
}
