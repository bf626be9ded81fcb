// Blocks take items from a queue; here looking at the next item and taking it are two steps.
// grid=4 block=32 out=24 expected=1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  for (;;) {
    const int item = atomicAdd(work, 0);
    if (item >= 24) return;
    atomicExch(work, item + 1);
    atomicAdd(&out[item], 1);
  }
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  for (;;) {
    const int item = atomicAdd(work, 1);
    if (item >= 24) return;
    atomicAdd(&out[item], 1);
  }
}
