// A flag is looked at and set in two steps, so that what should happen once happens often.
// grid=6 block=32 out=1 expected=1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile int* done = work;
  __threadfence();
  if (*done == 0) {
    __threadfence();
    *done = 1;
    atomicAdd(out, 1);
  }
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && atomicExch(work, 1) == 0) atomicAdd(out, 1);
}
