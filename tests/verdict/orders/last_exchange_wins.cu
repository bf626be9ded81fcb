// What is left is what was exchanged last.
// grid=3 block=64 out=1 expected=n-1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicExch(out, in[i]);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(out, in[i]);
}
