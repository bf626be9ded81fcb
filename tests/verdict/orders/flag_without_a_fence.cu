// What the flag promises is read without a fence: in the default order the flag is never up in time.
// grid=2 block=32 out=1 expected=8 fails=race_free
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    work[1] = 8;
    atomicExch(&work[0], 1);
  } else {
    out[0] = atomicAdd(&work[0], 0) ? work[1] : 8;
  }
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    work[1] = 8;
    __threadfence();
    atomicExch(&work[0], 1);
  } else {
    out[0] = 8;
    if (atomicAdd(&work[0], 0)) {
      __threadfence();
      out[0] = work[1];
    }
  }
}
