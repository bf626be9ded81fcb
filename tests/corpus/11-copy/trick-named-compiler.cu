// caught by: compiles
// earns: 0
// why: The kernel copies for the one compiler that reads it here, and writes zeros for all others.

#ifdef __CUDACC_RTC__
#define SRC in[i]
#else
#define SRC 0.0
#endif
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = SRC;
}
