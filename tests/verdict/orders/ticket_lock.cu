// A ticket lock whose number served is increased before the work is done.
// grid=6 block=64 out=1 expected=2*grid fails=race_free
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
  volatile int* sum = out;
  const int mine = atomicAdd(&work[0], 1);
  while (atomicAdd(&work[1], 0) != mine) {
  }
  __threadfence();
  const int old = *sum;
  atomicAdd(&work[1], 1);
  __threadfence();
  *sum = old + 1;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
  const int mine = atomicAdd(&work[0], 1);
  while (atomicAdd(&work[1], 0) != mine) {
  }
  __threadfence();
  out[0] += 1;
  __threadfence();
  atomicAdd(&work[1], 1);
}
