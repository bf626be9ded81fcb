// caught by: correct
// why: The block's number is multiplied with the number of blocks instead of the threads of one: neighbouring
//   blocks copy nearly the same elements, and most are left out.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * gridDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
