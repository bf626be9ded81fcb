// Who comes first writes its own number.
// grid=4 block=64 out=1 expected=1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicAdd(work, 1) == 0) out[0] = i + 1;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicAdd(work, 1) == 0) out[0] = 1;
}
