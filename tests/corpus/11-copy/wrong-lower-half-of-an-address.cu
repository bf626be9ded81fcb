// caught by: in bounds
// why: The lower half of the address is computed alone, so that a carry is lost.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned at = (unsigned)(unsigned long long)in + 8u * i;  // a carry is lost
  if (i < n) out[i] = *(const double*)((unsigned long long)in & 0xffffffff00000000ull | at);
}
