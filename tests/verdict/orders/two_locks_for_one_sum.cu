// Every thread counts under a lock, also the lanes of a warp one after the other; blocks use two locks.
// grid=3 block=64 out=1 expected=n fails=race_free
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int* sum = out;
  bool done = false;
  while (!done) {
    if (atomicCAS(&work[blockIdx.x % 2], 0, 1) == 0) {
      __threadfence();
      *sum = *sum + 1;
      __threadfence();
      atomicExch(&work[blockIdx.x % 2], 0);
      done = true;
    }
  }
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool done = false;
  while (!done) {
    if (atomicCAS(work, 0, 1) == 0) {
      __threadfence();
      out[0] += 1;
      __threadfence();
      atomicExch(work, 0);
      done = true;
    }
  }
}
