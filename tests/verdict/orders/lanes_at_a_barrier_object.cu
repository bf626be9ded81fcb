// The lanes of one warp arrive at a barrier object, ask once whether all have come, and go on.
// grid=2 block=32 out=n expected=1 fails=race_free
#include <cuda/barrier>
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  __shared__ int tile[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 32);
  __syncthreads();
  tile[threadIdx.x] = 1;
  here.try_wait_for(here.arrive(), cuda::std::chrono::nanoseconds(0));
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  __shared__ int tile[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 32);
  __syncthreads();
  tile[threadIdx.x] = 1;
  here.wait(here.arrive());
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
