// A histogram whose bins nobody set to zero.
// buffer: in i32 64
// buffer: out i32 16 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int bins[16];
  atomicAdd(&bins[in[threadIdx.x] & 15], 1);  // first second
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
