// Arrives, does something else, waits; the object is used again and again.
// targets: sm_80 sm_90
// buffer: in i32 512 ramp
// buffer: out i32 512 zero
// launch: rounds grid=1 block=96 args=in,out
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void rounds(const int* in, int* out) {
  __shared__ int tile[96];
  __shared__ Barrier all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 5; ++k) {
    tile[threadIdx.x] = in[threadIdx.x] * k;
    Barrier::arrival_token token = all.arrive();
    sum += k;
    all.wait(std::move(token));
    sum += tile[(threadIdx.x + 33) % 96];
    all.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}
