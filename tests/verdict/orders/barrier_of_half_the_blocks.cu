// A barrier between blocks that lets them go when half have come.
// grid=8 block=32 out=grid expected=grid fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  atomicAdd(&work[1], blockIdx.x < gridDim.x / 2 ? 2 : 0);
  __threadfence();
  atomicAdd(&work[0], 1);
  while (atomicAdd(&work[0], 0) < gridDim.x / 2) {
  }
  __threadfence();
  out[blockIdx.x] = atomicAdd(&work[1], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  atomicAdd(&work[1], blockIdx.x < gridDim.x / 2 ? 2 : 0);
  __threadfence();
  atomicAdd(&work[0], 1);
  while (atomicAdd(&work[0], 0) < gridDim.x) {
  }
  __threadfence();
  out[blockIdx.x] = atomicAdd(&work[1], 0);
}
