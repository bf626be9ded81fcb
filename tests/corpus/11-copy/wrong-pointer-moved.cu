// caught by: correct
// why: It makes the pointer out point at in, which changes a variable of this thread and no memory.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out = (double*)in;
}
