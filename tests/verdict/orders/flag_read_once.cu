// A block uses what another has written if the flag is up already, and else something older.
// grid=2 block=32 out=1 expected=8 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(&work[1], 8);
    __threadfence();
    atomicExch(&work[0], 1);
  } else {
    out[0] = atomicAdd(&work[0], 0) ? atomicAdd(&work[1], 0) : 5;
  }
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(&work[1], 8);
    __threadfence();
    atomicExch(&work[0], 1);
  } else {
    while (atomicAdd(&work[0], 0) == 0) {
    }
    __threadfence();
    out[0] = atomicAdd(&work[1], 0);
  }
}
