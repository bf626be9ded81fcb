// A lock is tried once, and whoever does not get it goes on anyway.
// grid=6 block=32 out=1 expected=grid fails=race_free
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* sum = out;
  atomicCAS(work, 0, 1);
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  atomicExch(work, 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* sum = out;
  while (atomicCAS(work, 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  atomicExch(work, 0);
}
