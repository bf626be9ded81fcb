// The last block waits for the first one, but no longer than a thousand tries.
// grid=4 block=32 out=1 expected=17 fails=correct
#include <cuda/atomic>
using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ void pass_on(int* out, int* work, int tries) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    work[1] = 17;
    __threadfence();
    Ref(work[0]).store(1, cuda::memory_order_relaxed);
  }
  if (blockIdx.x != gridDim.x - 1) return;
  bool is_there = false;
  for (int k = 0; (tries == 0 || k < tries) && !is_there; ++k)
    is_there = Ref(work[0]).load(cuda::memory_order_relaxed) == 1;
  __threadfence();
  out[0] = is_there ? work[1] : -1;
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  pass_on(out, work, 1000);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  pass_on(out, work, 0);
}
