// Asks once whether all have come to a barrier object, and goes on whatever it hears.
// grid=2 block=64 out=n expected=1 fails=race_free
#include <cuda/barrier>
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 64);
  __syncthreads();
  tile[threadIdx.x] = 1;
  here.try_wait_for(here.arrive(), cuda::std::chrono::nanoseconds(0));
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 64);
  __syncthreads();
  tile[threadIdx.x] = 1;
  auto token = here.arrive();
  while (!here.try_wait_for(cuda::std::move(token), cuda::std::chrono::nanoseconds(0))) {
  }
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
