// 64-bit numbers, read and written as volatile with fences around.
// grid=4 block=32 type=u64 out=1 expected=grid*5000000000 fails=race_free
extern "C" __global__ void wrong(const int* in, unsigned long long* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 0) return;
  volatile unsigned long long* sum = out;
  __threadfence();
  *sum = *sum + 5000000000ull;
  __threadfence();
}
extern "C" __global__ void right(const int* in, unsigned long long* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicAdd(out, 5000000000ull);
}
