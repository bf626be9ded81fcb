// An exchange with what an addition of nothing gave: two atomics are no atomic.
// grid=4 block=32 out=1 expected=10*grid fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicExch(out, atomicAdd(out, 0) + 10);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicAdd(out, 10);
}
