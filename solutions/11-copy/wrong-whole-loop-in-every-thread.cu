// caught by: terminates
// why: The loop of the CPU stands in the kernel, and every one of the threads goes through all of it.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) {
    out[i] = in[i];
  }
}
