// Whose lanes have not all arrived asks, is told so, and does something else until then.
// targets: sm_80 sm_90
// buffer: out i32 512 zero
// launch: on_the_side grid=1 block=64 args=out
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void on_the_side(int* out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  if (threadIdx.x == 5) {
    __mbarrier_t* const same = &bar;
    (void)__mbarrier_test_wait(same, token);
  }
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[threadIdx.x] = 7;
}
