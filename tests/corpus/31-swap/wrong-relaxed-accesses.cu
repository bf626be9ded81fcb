// caught by: initialized
// why: Relaxed accesses race with nothing and order nothing: a lane may read before the other has
//   written, though both are at the same line.

#include <cuda/atomic>
using Ref = cuda::atomic_ref<int, cuda::thread_scope_block>;
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  Ref(waiting[t]).store(data[t], cuda::memory_order_relaxed);
  data[t] = Ref(waiting[3 - t]).load(cuda::memory_order_relaxed);
}
