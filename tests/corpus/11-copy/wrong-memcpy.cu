// caught by: one element a thread
// why: memcpy in a kernel knows nothing of doubles: it copies eight times a byte.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (!(i < n)) return;
  memcpy(&out[i], &in[i], sizeof(double));
}
