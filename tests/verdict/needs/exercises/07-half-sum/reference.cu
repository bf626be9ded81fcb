#include <cuda_bf16.h>
extern "C" __global__ void half_sum(const __nv_bfloat16* in, __nv_bfloat16* out, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i)
    out[i] = __float2bfloat16(0.5f * (__bfloat162float(in[i]) + __bfloat162float(in[(i + 1) % n])));
}
