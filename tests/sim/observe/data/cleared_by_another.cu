// A sum in shared memory is cleared by another thread of the block, which atomics would not mend.
// buffer: in i32 256
// buffer: out i32 64 uninitialized must_be_written
// launch: grid=1 block=64 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int sums[64];
  volatile int* const sum = sums;
  sum[threadIdx.x] = 1;
  __syncthreads();
  sum[63 - threadIdx.x] = 0;  // first
  for (int k = 0; k < 4; ++k) sum[threadIdx.x] += in[64 * k + threadIdx.x];  // second
  out[threadIdx.x] = sum[threadIdx.x];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sums[64];
  volatile int* const sum = sums;
  sum[threadIdx.x] = 1;
  __syncthreads();
  sum[63 - threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) sum[threadIdx.x] += in[64 * k + threadIdx.x];
  out[threadIdx.x] = sum[threadIdx.x];
}
