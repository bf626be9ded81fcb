// Four words of 32 bits are loaded, and each is taken for a float.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < n / 4) {
    const uint4 l = ((const uint4*)a)[thread], r = ((const uint4*)b)[thread];
    uint4 sum;
    sum.x = __float_as_uint(__uint_as_float(l.x) + __uint_as_float(r.x));
    sum.y = __float_as_uint(__uint_as_float(l.y) + __uint_as_float(r.y));
    sum.z = __float_as_uint(__uint_as_float(l.z) + __uint_as_float(r.z));
    sum.w = __float_as_uint(__uint_as_float(l.w) + __uint_as_float(r.w));
    ((uint4*)c)[thread] = sum;
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
