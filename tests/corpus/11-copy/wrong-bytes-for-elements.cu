// caught by: in bounds
// why: The bound is counted in bytes, as for cudaMalloc and cudaMemcpy, and the index in elements.
//   So the check lets every thread through.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * sizeof(double)) out[i] = in[i];
}
