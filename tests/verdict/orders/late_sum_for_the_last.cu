// Atomics for all, and nothing between the sum and the counter: who comes last may miss what the others added.
// grid=6 block=64 out=1 expected=n*(n-1)/2 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&work[1], in[i]);
  if (atomicAdd(work, 1) == n - 1) out[0] = atomicAdd(&work[1], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&work[1], in[i]);
  __threadfence();
  if (atomicAdd(work, 1) == n - 1) {
    __threadfence();
    out[0] = atomicAdd(&work[1], 0);
  }
}
