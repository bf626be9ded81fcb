// caught by: a quarter of the stores
// why: The loads are float4s and each thread stores four single floats, which stand four apart between threads.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    const int i = 4 * thread;
    c[i] = l.x + r.x;
    c[i + 1] = l.y + r.y;
    c[i + 2] = l.z + r.z;
    c[i + 3] = l.w + r.w;
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
