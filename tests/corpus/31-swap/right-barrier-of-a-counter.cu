// The barrier is a counter: each thread counts itself when its integer lies there, and waits for all four.

#include <cuda/atomic>
extern "C" __global__ void swap(int* data) {
  __shared__ int s[4];
  __shared__ int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  s[t] = data[t];
  cuda::atomic_ref<int, cuda::thread_scope_block> r(ready);
  r.fetch_add(1, cuda::std::memory_order_release);
  while (r.load(cuda::std::memory_order_acquire) != 4) { }
  data[t] = s[3 - t];
}
