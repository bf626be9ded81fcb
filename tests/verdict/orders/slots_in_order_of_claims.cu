// Slots are claimed with an atomic, and the output is expected in the order of the input.
// grid=4 block=32 out=n expected=i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int slot = atomicAdd(work, 1);
  out[slot] = in[i];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int slot = atomicAdd(work, 1);
  if (slot < n) out[in[i]] = i;
}
