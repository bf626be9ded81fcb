// caught by: one element a thread
// why: A loop in steps of the number of blocks, not of all threads: what one thread copies its neighbours copy, too.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x) out[i] = in[i];
}
