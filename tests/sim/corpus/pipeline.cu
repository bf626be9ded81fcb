// A pipeline of two stages for a whole block: cuda::pipeline.
// targets: sm_80 sm_90
// buffer: in i32 1024 ramp
// buffer: out i32 1024 zero
// launch: stages grid=2 block=64 args=in,out,i32:4
#include <cooperative_groups.h>
#include <cuda/pipeline>
#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void stages(const int* in, int* out, int batches) {
  __shared__ int tile[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int* const from = in + 512 * blockIdx.x;
  int* const to = out + 512 * blockIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(block, tile[0], from, sizeof(int) * 128, pipe);
  pipe.producer_commit();
  for (int b = 0; b < batches; ++b) {
    if (b + 1 < batches) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[(b + 1) % 2], from + 128 * (b + 1), sizeof(int) * 128, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    for (int k = threadIdx.x; k < 128; k += 64) to[128 * b + k] = tile[b % 2][127 - k];
    pipe.consumer_release();
  }
}
