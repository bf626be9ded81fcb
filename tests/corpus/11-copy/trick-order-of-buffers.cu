// caught by: correct
// earns: 0
// why: It is right where the input lies below the output, of which nobody can be certain.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (unsigned long long)in < (unsigned long long)out ? in[i] : 0.0;
}
