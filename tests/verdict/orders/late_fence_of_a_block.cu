// A fence for the threads of one block orders nothing for another block.
// grid=6 block=64 out=1 expected=n*(n-1)/2 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&work[1], in[i]);
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(work, 1) != gridDim.x - 1) return;
  __threadfence_block();
  out[0] = atomicAdd(&work[1], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&work[1], in[i]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(work, 1) != gridDim.x - 1) return;
  __threadfence();
  out[0] = atomicAdd(&work[1], 0);
}
