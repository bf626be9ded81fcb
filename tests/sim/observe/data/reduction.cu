// A reduction in shared memory.
// buffer: in i32 256
// buffer: out i32 1
// launch: grid=1 block=256 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int sum[256];
  sum[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2)
    if (threadIdx.x < k) sum[threadIdx.x] += sum[threadIdx.x + k];  // first second
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum[0];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sum[256];
  sum[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) sum[threadIdx.x] += sum[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sum[0];
}
