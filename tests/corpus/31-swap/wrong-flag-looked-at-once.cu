// caught by: correct
// why: The flag says whether the other integer is there. Who finds that it is not has to look again.

#include <cuda/atomic>
using Ref = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ unsigned ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  Ref(ready[t]).store(1, cuda::memory_order_release);
  if (Ref(ready[3 - t]).load(cuda::memory_order_acquire)) data[t] = waiting[3 - t];
}
