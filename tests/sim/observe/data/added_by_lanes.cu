// Four lanes of a warp add to one sum in shared memory, all in one instruction.
// buffer: in i32 32
// buffer: out i32 8
// launch: grid=1 block=32 args=in,out
// expect: race
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int sums[8];
  if (threadIdx.x < 8) sums[threadIdx.x] = 0;
  __syncthreads();
  sums[threadIdx.x / 4] += in[threadIdx.x];  // first second
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = sums[threadIdx.x];
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sums[8];
  if (threadIdx.x < 8) sums[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[threadIdx.x / 4], in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = sums[threadIdx.x];
}
