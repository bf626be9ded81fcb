// A line that was of use while it was written is still there: what printf() is to print goes through local memory.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) printf("%d elements, and the first is %f\n", n, in[0]);
  if (i < n) out[i] = in[i];
}
