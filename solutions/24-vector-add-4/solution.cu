// Vector add, four at a time: threads with a whole group of four load and store it as one float4. The
// first thread without one adds what is left over.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;

  if (thread < n / 4) {
    const float4 left = reinterpret_cast<const float4*>(a)[thread];
    const float4 right = reinterpret_cast<const float4*>(b)[thread];
    reinterpret_cast<float4*>(c)[thread] =
        make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
