// A struct of four floats that says itself where it may lie.

struct alignas(16) Four {
  float v[4];
};

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < n / 4) {
    const Four l = ((const Four*)a)[thread], r = ((const Four*)b)[thread];
    Four sum;
#pragma unroll
    for (int k = 0; k < 4; ++k) sum.v[k] = l.v[k] + r.v[k];
    ((Four*)c)[thread] = sum;
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
