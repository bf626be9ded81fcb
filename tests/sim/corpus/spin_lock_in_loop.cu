// The lock's holder is found inside of the loop, so that lanes part at every turn.
// buffer: lock i32 1 zero
// buffer: out i32 96 zero
// launch: guarded grid=3 block=32 args=lock,out
__device__ int next = 0;
__device__ __noinline__ int take(int* lock) {
  int mine = -1;
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      mine = next;
      next = mine + 1;
      __threadfence();
      done = true;
      atomicExch(lock, 0);
    }
  }
  return mine;
}
extern "C" __global__ void guarded(int* lock, int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = take(lock) + 1;
}
