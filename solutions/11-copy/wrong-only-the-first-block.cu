// caught by: correct
// why: Every block copies the same 256 elements: threadIdx.x counts inside of a block only.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i];
}
