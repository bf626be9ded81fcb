// Copy a vector: out[i] = in[i] for every i from 0 to n - 1. Both have n
// doubles.
//
// On a CPU one thread goes from element to element:
//
//   for (int i = 0; i < n; ++i) {
//     out[i] = in[i];
//   }
//
// On a GPU there is a thread for each element, in blocks of 256, and every one
// of them executes this function once. The number of blocks is rounded up, so
// that there are enough threads for n elements.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  out[i] = in[i];
}
