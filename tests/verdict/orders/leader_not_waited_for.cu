// The first lane stores behind a branch; the others do not wait for it where the branch ends.
// grid=1 block=32 out=n expected=16 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  if (i == 0) {
    int sum = 0;
    for (int k = 0; k < in[16]; ++k) sum += in[k] < 16;
    atomicExch(work, sum);
  }
  out[i] = atomicAdd(work, 0);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = threadIdx.x;
  if (i == 0) {
    int sum = 0;
    for (int k = 0; k < in[16]; ++k) sum += in[k] < 16;
    atomicExch(work, sum);
  }
  __syncwarp();
  out[i] = atomicAdd(work, 0);
}
