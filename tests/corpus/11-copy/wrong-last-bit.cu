// caught by: correct
// why: The last bit of each double is lost.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) { const int2 v = ((const int2*)in)[i]; ((int2*)out)[i] = make_int2(v.x & ~1, v.y); }
}
