// The lock is given back before the new value is stored.
// grid=6 block=32 out=1 expected=grid fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  while (atomicCAS(work, 0, 1) != 0) {
  }
  __threadfence();
  const int old = atomicAdd(out, 0);
  atomicExch(work, 0);
  __threadfence();
  atomicExch(out, old + 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* sum = out;
  bool done = false;
  while (!done) {
    if (atomicCAS(work, 0, 1) != 0) continue;
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
    atomicExch(work, 0);
    done = true;
  }
}
