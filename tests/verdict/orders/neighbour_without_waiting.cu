// Each block adds to what the block before it has left, and does not wait for it.
// grid=8 block=32 out=grid expected=i0+1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  const int before = blockIdx.x == 0 ? 0 : atomicAdd(&work[blockIdx.x - 1], 0);
  atomicExch(&work[blockIdx.x], before + 1);
  out[blockIdx.x] = before + 1;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0)
    while ((before = atomicAdd(&work[blockIdx.x - 1], 0)) == 0) {
    }
  atomicExch(&work[blockIdx.x], before + 1);
  out[blockIdx.x] = before + 1;
}
