// caught by: race free
// why: The flags are atomic and order nothing: nobody releases the integer, and nobody acquires it.

#include <cuda/atomic>
using Ref = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ unsigned ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  Ref(ready[t]).store(1, cuda::memory_order_relaxed);
  while (!Ref(ready[3 - t]).load(cuda::memory_order_relaxed)) {}
  data[t] = waiting[3 - t];
}
