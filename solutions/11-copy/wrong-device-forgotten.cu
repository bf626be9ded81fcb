// caught by: compiles
// why: A function that a kernel calls needs __device__ in front of it; without that it is one for the CPU.

void copy_element(const double* in, double* out, int i) { out[i] = in[i]; }

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) copy_element(in, out, i);
}
