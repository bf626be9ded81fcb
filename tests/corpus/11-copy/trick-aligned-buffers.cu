// caught by: correct
// earns: 0
// why: It is right where the input begins at a multiple of 512, and cudaMalloc promises 256.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = ((unsigned long long)in & 511) == 0 ? in[i] : 0.0;
}
