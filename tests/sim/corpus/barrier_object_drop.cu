// Threads leave, and the others go on without them.
// targets: sm_80 sm_90
// buffer: out i32 512 zero
// launch: leave grid=1 block=128 args=out
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void leave(int* out) {
  __shared__ int count;
  __shared__ Barrier all;
  if (threadIdx.x == 0) {
    init(&all, blockDim.x);
    count = 0;
  }
  __syncthreads();
  if (threadIdx.x % 4 == 1) {
    atomicAdd(&count, 1);
    all.arrive_and_drop();
    return;
  }
  all.arrive_and_wait();
  atomicAdd(&count, 100);
  all.arrive_and_wait();
  out[threadIdx.x] = count;
}
