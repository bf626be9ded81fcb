// As lanes_without_syncwarp, but right where the first lanes run ahead of the last ones.
// grid=1 block=32 out=n expected=i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  atomicExch(&work[i], in[i] + 1);
  out[i] = i == 0 ? 0 : atomicAdd(&work[i - 1], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  atomicExch(&work[i], in[i] + 1);
  __syncwarp();
  out[i] = i == 0 ? 0 : atomicAdd(&work[i - 1], 0);
}
