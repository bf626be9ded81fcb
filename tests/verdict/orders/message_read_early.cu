// The reader alone has forgotten its fence: it may have read what the flag tells of before the flag.
// grid=4 block=32 out=grid expected=32*(i0+1)*(32*(i0+1)-1)/2 fails=correct
#include <cuda/atomic>
using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int sum_of(const int* in, int tile) {
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += in[32 * tile + k];
  return sum;
}
__device__ void scan(const int* in, int* out, int* work, bool fences) {
  if (threadIdx.x != 0) return;
  int *flag = work + 10, *prefix = work + 100;
  const int tile = blockIdx.x;
  int sum = sum_of(in, tile);
  if (tile > 0) {
    while (Ref(flag[tile - 1]).load(cuda::memory_order_relaxed) == 0) {
    }
    if (fences) __threadfence();
    sum += Ref(prefix[tile - 1]).load(cuda::memory_order_relaxed);
  }
  Ref(prefix[tile]).store(sum, cuda::memory_order_relaxed);
  __threadfence();
  Ref(flag[tile]).store(1, cuda::memory_order_relaxed);
  out[tile] = sum;
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  scan(in, out, work, false);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  scan(in, out, work, true);
}
