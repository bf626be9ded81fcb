// caught by: nothing else
// earns: 0.96
// why: The elements wait in a variable of the module on their way.

__device__ double waiting[1 << 20];

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  volatile double* own = &waiting[i % (1 << 20)];
  *own = in[i];
  out[i] = *own;
}
