// One compare-and-swap, and nobody looks whether it succeeded.
// grid=4 block=64 out=1 expected=2*grid fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
  const int old = *out;
  atomicCAS(out, old, old + 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
  int old = *out;
  for (;;) {
    const int seen = atomicCAS(out, old, old + 1);
    if (seen == old) break;
    old = seen;
  }
}
