// caught by: compiles
// earns: 0
// why: The kernel copies for compilers of some versions.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __CUDACC_VER_MAJOR__ >= 12 ? in[i] : 0.0;
}
