// Two phases of a barrier object: at the first one all wait in a loop, at the second they ask once.
// grid=2 block=64 out=n expected=2 fails=race_free
#include <cuda/barrier>
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 64);
  __syncthreads();
  tile[threadIdx.x] = 1;
  for (int k = 0; k < 8; ++k) here.arrive_and_wait();
  tile[threadIdx.x] += tile[threadIdx.x];
  here.try_wait_for(here.arrive(), cuda::std::chrono::nanoseconds(0));
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> here;
  if (threadIdx.x == 0) init(&here, 64);
  __syncthreads();
  tile[threadIdx.x] = 1;
  for (int k = 0; k < 8; ++k) here.arrive_and_wait();
  tile[threadIdx.x] += tile[threadIdx.x];
  here.arrive_and_wait();
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
