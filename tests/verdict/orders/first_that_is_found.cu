// The first thread that finds the number writes where.
// grid=4 block=32 out=1 expected=3 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 32 != 3) return;
  if (atomicAdd(work, 0) == 0 && atomicExch(work, 1) == 0) out[0] = i;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 32 != 3) return;
  if (atomicAdd(work, 0) == 0 && atomicExch(work, 1) == 0) out[0] = in[i] % 32;
}
