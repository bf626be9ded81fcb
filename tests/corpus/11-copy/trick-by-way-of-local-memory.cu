// caught by: no detour by local memory
// why: Each element is put into an array of the thread, in local memory, and taken out again.

__device__ double detour(double v, int place) {
  volatile double mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = detour(in[i], n);
}
