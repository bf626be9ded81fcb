// The same among the lanes of one warp.
// grid=1 block=32 out=32 expected=i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  if (i == 0) count = 0;
  __syncwarp();
  out[atomicAdd(&count, 1)] = in[i];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  if (i == 0) count = 0;
  __syncwarp();
  atomicAdd(&count, 1);
  out[__popc(__ballot_sync(0xffffffffu, in[i] >= 0) & ((1u << i) - 1))] = in[i];
}
