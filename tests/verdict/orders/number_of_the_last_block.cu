// The block that comes last writes which one it is.
// grid=5 block=32 out=1 expected=grid-1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && atomicAdd(work, 1) == gridDim.x - 1) out[0] = blockIdx.x;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && atomicAdd(work, 1) == gridDim.x - 1) out[0] = gridDim.x - 1;
}
