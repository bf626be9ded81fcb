// The difference of ticket and block is 0 in one order only.
// grid=6 block=32 out=grid expected=2 fails=in_bounds
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int ticket = atomicAdd(work, 1);
  out[blockIdx.x + 100 * (ticket - (int)blockIdx.x)] = 2;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int ticket = atomicAdd(work, 1);
  out[ticket] = 2;
}
