// A list is pushed with exchanges; its order is that of the pushes.
// grid=4 block=32 out=1 expected=grid fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int next = atomicExch(&work[0], blockIdx.x + 1);
  atomicExch(&work[8 + blockIdx.x], next + 1);
  __threadfence();
  if (atomicAdd(&work[1], 1) == gridDim.x - 1) out[0] = atomicAdd(&work[0], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int next = atomicExch(&work[0], blockIdx.x + 1);
  atomicExch(&work[8 + blockIdx.x], next + 1);
  __threadfence();
  if (atomicAdd(&work[1], 1) != gridDim.x - 1) return;
  __threadfence();
  int length = 0;
  for (int at = atomicAdd(&work[0], 0); at != 0; at = atomicAdd(&work[8 + at - 1], 0) - 1) ++length;
  out[0] = length;
}
