// Additions and maxima on one place do not commute, though nobody looks at old values.
// grid=2 block=64 out=2 expected=74-10*i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) atomicAdd(&out[0], 1);
  else atomicMax(&out[0], 74);
  if (i == 0) atomicAdd(&out[1], 64);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) atomicAdd(&out[1], 1);
  else atomicMax(&out[0], 74);
}
