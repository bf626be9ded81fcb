// A float is added by one compare-and-swap of its bits.
// grid=4 block=32 type=f32 out=1 expected=grid fails=correct
extern "C" __global__ void wrong(const int* in, float* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int old = atomicAdd((int*)out, 0);
  atomicCAS((int*)out, old, __float_as_int(__int_as_float(old) + 1));
}
extern "C" __global__ void right(const int* in, float* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  int old = atomicAdd((int*)out, 0), seen;
  while ((seen = atomicCAS((int*)out, old, __float_as_int(__int_as_float(old) + 1))) != old)
    old = seen;
}
