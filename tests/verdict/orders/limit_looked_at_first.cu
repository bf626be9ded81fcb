// A counter that must not pass a limit is looked at, and then increased.
// grid=16 block=32 out=1 expected=3 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && atomicAdd(out, 0) < 3) atomicAdd(out, 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  int old = atomicAdd(out, 0);
  while (old < 3) {
    const int seen = atomicCAS(out, old, old + 1);
    if (seen == old) break;
    old = seen;
  }
}
