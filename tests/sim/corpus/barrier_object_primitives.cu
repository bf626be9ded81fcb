// A part of the lanes asks; what was missing is told.
// targets: sm_80 sm_90
// buffer: in i32 512 ramp
// buffer: out i32 512 zero
// buffer: marks i32 64 zero
// launch: primitives grid=1 block=48 args=in,out,marks
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void primitives(const int* in, int* out, int* marks) {
  __shared__ __mbarrier_t bar;
  __shared__ int tile[48];
  if (threadIdx.x == 0) __mbarrier_init(&bar, 48);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[threadIdx.x] = tile[47 - threadIdx.x];
  const __mbarrier_token_t last = __mbarrier_arrive_and_drop(&bar);
  if (threadIdx.x < 32) marks[threadIdx.x] = __mbarrier_token_pending_count(last) > 0;
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&bar);
}
