// One warp makes what the other takes, two places between them.
// targets: sm_80 sm_90
// buffer: in i32 512 ramp
// buffer: out i32 512 zero
// launch: hand_on grid=2 block=64 args=in,out
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void hand_on(const int* in, int* out) {
  __shared__ int place[2][32];
  __shared__ Barrier full[2], free_[2];
  if (threadIdx.x == 0)
    for (int k = 0; k < 2; ++k) {
      init(&full[k], blockDim.x);
      init(&free_[k], blockDim.x);
    }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < 6; ++k) {
      free_[k % 2].arrive_and_wait();
      place[k % 2][lane] = in[32 * k + lane];
      (void)full[k % 2].arrive();
    }
  } else {
    for (int k = 0; k < 2; ++k) (void)free_[k].arrive();
    for (int k = 0; k < 6; ++k) {
      full[k % 2].arrive_and_wait();
      out[256 * blockIdx.x + 32 * k + lane] = 2 * place[k % 2][31 - lane];
      (void)free_[k % 2].arrive();
    }
  }
}
