// caught by: correct
// why: The block's number alone: all threads of a block copy the same element, and there are fewer blocks than
//   elements.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x;
  if (i < n) out[i] = in[i];
}
