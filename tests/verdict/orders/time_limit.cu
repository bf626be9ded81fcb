// What the clock shows decides the answer.
// grid=2 block=32 out=n expected=i0 fails=correct
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = clock64() < 1000000 ? in[i] : -1;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long start = clock64();
  while (clock64() - start < 100) {
  }
  out[i] = in[i];
}
