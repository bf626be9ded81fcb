// caught by: a quarter of the loads
// why: Four single loads of each vector make up the float4 that is stored.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = 4 * thread;
  if (thread < n / 4) {
    reinterpret_cast<float4*>(c)[thread] =
        make_float4(a[i] + b[i], a[i + 1] + b[i + 1], a[i + 2] + b[i + 2], a[i + 3] + b[i + 3]);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
