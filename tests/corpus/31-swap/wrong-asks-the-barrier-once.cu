// caught by: correct
// why: The four threads are lanes of one warp, which need not arrive together: who asks only once may hear that not all have come.

#include <cuda/barrier>
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  const int t = threadIdx.x;
  if (t == 0) init(&all, 4);
  __syncthreads();
  waiting[t] = data[t];
  const bool done = all.try_wait_for(all.arrive(), cuda::std::chrono::nanoseconds(0));
  data[t] = done ? waiting[3 - t] : 0;
}
