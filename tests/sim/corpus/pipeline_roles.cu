// A pipeline whose first warp fetches what the others work on: cuda::pipeline with roles.
// targets: sm_80 sm_90
// buffer: in i32 1024 ramp
// buffer: out i32 1024 zero
// launch: roles grid=2 block=96 args=in,out,i32:8
#include <cooperative_groups.h>
#include <cuda/pipeline>
#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void roles(const int* in, int* out, int batches) {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  const bool fetches = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state,
                                  fetches ? cuda::pipeline_role::producer
                                          : cuda::pipeline_role::consumer);
  const int* const from = in + 512 * blockIdx.x;
  int* const to = out + 512 * blockIdx.x;
  for (int b = 0; b < batches; ++b)
    if (fetches) {
      pipe.producer_acquire();
      for (int k = threadIdx.x; k < 64; k += 32)
        cuda::memcpy_async(&tile[b % 2][k], &from[64 * b + k], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      to[64 * b + threadIdx.x - 32] = 3 * tile[b % 2][95 - threadIdx.x];
      pipe.consumer_release();
    }
}
