// caught by: correct
// why: Nothing races, since all accesses are atomic. But relaxed ones of a thread may reach others in any order: the flag
//   may be there before the integer. Without a release and an acquire, or fences, it is left to chance.

#include <cuda/atomic>
template <class T> using Ref = cuda::atomic_ref<T, cuda::thread_scope_block>;
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ unsigned ready[4];
  const int t = threadIdx.x;
  ready[t] = 0;
  __syncthreads();
  Ref<int>(waiting[t]).store(data[t], cuda::memory_order_relaxed);
  Ref<unsigned>(ready[t]).store(1, cuda::memory_order_relaxed);
  while (!Ref<unsigned>(ready[3 - t]).load(cuda::memory_order_relaxed)) {}
  data[t] = Ref<int>(waiting[3 - t]).load(cuda::memory_order_relaxed);
}
