// caught by: one element a thread
// earns: 0.46
// why: Each element is copied in eight pieces of a byte.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const volatile char* from = (const volatile char*)&in[i];
  volatile char* to = (volatile char*)&out[i];
  for (int k = 0; k < 8; ++k) to[k] = from[k];
}
