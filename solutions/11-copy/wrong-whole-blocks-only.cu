// caught by: correct
// why: n / blockDim.x rounds down: the elements of a last block that is not full are left out.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int blocks = n / blockDim.x;
  if (blockIdx.x >= blocks) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
