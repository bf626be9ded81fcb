// caught by: in bounds
// why: Only the store is checked; the threads beyond the vector still load what lies behind it.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double value = *(const volatile double*)&in[i];
  if (i < n) out[i] = value;
}
