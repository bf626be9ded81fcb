// caught by: no busywork
// why: Each thread asks the heap for 16 bytes, and gives them back.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  free(malloc(16));
  if (i < n) out[i] = in[i];
}
