// An update of shared memory in two atomics, by the warps of one block.
// grid=1 block=128 out=1 expected=4 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  if (i == 0) count = 0;
  __syncthreads();
  if (i % 32 == 0) atomicExch(&count, atomicAdd(&count, 0) + 1);
  __syncthreads();
  if (i == 0) out[0] = count;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  if (i == 0) count = 0;
  __syncthreads();
  if (i % 32 == 0) atomicAdd(&count, 1);
  __syncthreads();
  if (i == 0) out[0] = count;
}
