// Lanes of one warp hand each other a number, and nothing makes one wait for the other.
// grid=1 block=32 out=n expected=32-i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  atomicExch(&work[i], in[i] + 1);
  out[i] = atomicAdd(&work[31 - i], 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  atomicExch(&work[i], in[i] + 1);
  __syncwarp();
  out[i] = atomicAdd(&work[31 - i], 0);
}
