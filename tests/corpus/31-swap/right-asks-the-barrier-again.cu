// A barrier object that is asked until all four have come.

#include <cuda/barrier>
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  const int t = threadIdx.x;
  if (t == 0) init(&all, 4);
  __syncthreads();
  waiting[t] = data[t];
  const auto token = all.arrive();
  for (bool done = false; !done;) {
    auto again = token;
    done = all.try_wait_for(cuda::std::move(again), cuda::std::chrono::nanoseconds(0));
  }
  data[t] = waiting[3 - t];
}
