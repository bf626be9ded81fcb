// Both halves of a block wait at one barrier for 128 threads: any 128 of them complete it.
// grid=8 block=256 out=n expected=1 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  __shared__ int tile[256];
  const int i = threadIdx.x;
  tile[i] = 1;
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[blockIdx.x * 256 + i] = tile[(i & 128) | ((i + 64) & 127)];
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  __shared__ int tile[256];
  const int i = threadIdx.x;
  tile[i] = 1;
  asm volatile("bar.sync %0, 128;" ::"r"(1 + i / 128) : "memory");
  out[blockIdx.x * 256 + i] = tile[(i & 128) | ((i + 64) & 127)];
}
