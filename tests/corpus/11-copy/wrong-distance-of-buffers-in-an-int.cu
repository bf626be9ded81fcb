// caught by: in bounds
// why: The distance from one buffer to the other is kept in 32 bits.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int d = (int)((char*)out - (char*)in);
  if (i < n) *(double*)((char*)in + d + 8ll * i) = in[i];
}
