// One pointer that may lead to global, shared or local memory, chosen at run time.
// buffer: in i32 64 ramp:100
// buffer: out i32 64 zero
// launch: choose grid=1 block=64 args=in,out
__device__ __noinline__ int sum_of(const int* p, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += p[k];
  return sum;
}
extern "C" __global__ void choose(const int* in, int* out) {
  __shared__ int shared[64];
  int local[4] = {1, 2, 3, static_cast<int>(threadIdx.x)};
  shared[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  const int* p = threadIdx.x % 3 == 0 ? in + threadIdx.x % 60
                 : threadIdx.x % 3 == 1 ? shared + threadIdx.x % 60
                                        : local;
  out[threadIdx.x] = sum_of(p, 4) + (__isShared(p) ? 1000 : 0) + (__isLocal(p) ? 2000 : 0);
}
