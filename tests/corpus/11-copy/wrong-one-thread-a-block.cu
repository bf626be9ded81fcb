// caught by: one element a thread
// why: The first thread of each block copies the block's 256 elements in a loop.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  if (threadIdx.x != 0) return;
  const int begin = blockIdx.x * blockDim.x;
  for (int i = begin; i < begin + blockDim.x && i < n; ++i) out[i] = in[i];
}
