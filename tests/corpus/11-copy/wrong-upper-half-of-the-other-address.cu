// caught by: in bounds
// why: The upper half of the address of `in` is taken for that of `out`.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned low = (unsigned)(unsigned long long)out;
  double* o = (double*)((unsigned long long)in & 0xffffffff00000000ull | low);
  if (i < n) o[i] = in[i];
}
