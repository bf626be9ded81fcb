// caught by: compiles
// earns: 0
// why: As the compiler asked for by name, but the name is put together from two pieces.

#define J(a, b) a##b
#if J(__CUDACC_, RTC__)
#define SRC in[i]
#else
#define SRC 0.0
#endif
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = SRC;
}
