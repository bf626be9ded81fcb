// Each thread raises its flag and looks at the other's, in one order for all: one of them finds it up.

#include <cuda/atomic>
template <class T> using Ref = cuda::atomic_ref<T, cuda::thread_scope_block>;
extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  __shared__ unsigned here[4];
  const int t = threadIdx.x;
  here[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  Ref<unsigned>(here[t]).store(1, cuda::memory_order_seq_cst);
  if (Ref<unsigned>(here[3 - t]).load(cuda::memory_order_seq_cst)) {
    Ref<int>(data[t]).store(waiting[3 - t], cuda::memory_order_relaxed);
    Ref<int>(data[3 - t]).store(waiting[t], cuda::memory_order_relaxed);
  }
}
