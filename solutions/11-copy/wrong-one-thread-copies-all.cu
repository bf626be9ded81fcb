// caught by: one element a thread
// why: The loop of the CPU stands in the kernel and one thread goes through it, while all others have nothing
//   to do.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread == 0) {
    for (int i = 0; i < n; ++i) out[i] = in[i];
  }
}
