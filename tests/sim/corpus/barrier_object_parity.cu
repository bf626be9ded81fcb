// Threads wait for the parity of a phase, without a token.
// targets: sm_80 sm_90
// buffer: in i32 512 ramp
// buffer: out i32 512 zero
// launch: by_parity grid=1 block=64 args=in,out
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void by_parity(const int* in, int* out) {
  __shared__ int place;
  __shared__ Barrier ready, taken;
  if (threadIdx.x == 0) {
    init(&ready, 1);
    init(&taken, 63);
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0) {
      if (k > 0) taken.wait_parity((k - 1) % 2);
      place = in[k];
      (void)ready.arrive();
    } else {
      ready.wait_parity(k % 2);
      sum += place;
      (void)taken.arrive();
    }
  }
  out[threadIdx.x] = sum;
}
