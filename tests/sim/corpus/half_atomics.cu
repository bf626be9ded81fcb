// Half precision numbers and pairs of them, added atomically.
// buffer: single f16 2 zero
// buffer: pair f16 2 constant:1
// launch: add grid=1 block=64 args=single,pair
#include <cuda_fp16.h>
extern "C" __global__ void add(__half* single, __half2* pair) {
  atomicAdd(single + threadIdx.x % 2, __float2half(0.5f));
  atomicAdd(pair, __floats2half2_rn(1, 0.25f * (threadIdx.x % 4)));
}
