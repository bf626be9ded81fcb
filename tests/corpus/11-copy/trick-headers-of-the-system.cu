// caught by: compiles
// earns: 0
// why: The kernel writes zeros where the headers of a system are there.

#if __has_include(<stdio.h>)
#define SRC 0.0
#else
#define SRC in[i]
#endif
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = SRC;
}
