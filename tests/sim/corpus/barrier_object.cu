// A barrier object in shared memory: cuda::barrier of a block.
// targets: sm_80 sm_90
// buffer: in i32 512 ramp
// buffer: out i32 512 zero
// launch: turn grid=2 block=256 args=in,out
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void turn(const int* in, int* out) {
  __shared__ int tile[256];
  __shared__ Barrier all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  all.arrive_and_wait();
  out[i] = tile[blockDim.x - 1 - threadIdx.x];
}
