// A barrier object, at which threads wait a nanosecond at a time.

#include <cuda/barrier>
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  const int t = threadIdx.x;
  if (t == 0) init(&b, 4);
  __syncthreads();
  waiting[t] = data[t];
  (void)b.arrive();
  while (!b.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(1))) {}
  data[t] = waiting[3 - t];
}
