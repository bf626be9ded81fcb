#include <cuda_bf16.h>
extern "C" __global__ void half_sum(const __nv_bfloat16* in, __nv_bfloat16* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __float2bfloat16(0.5f * __bfloat162float(in[i]) + 0.5f * __bfloat162float(in[(i + 1) % n]));
}
