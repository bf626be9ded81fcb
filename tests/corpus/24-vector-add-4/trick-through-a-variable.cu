// caught by: nothing else
// earns: 0
// why: The sums wait in a variable of the module, which is read and written four bytes at a time.

__device__ float waiting[1 << 21];

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    volatile float* own = waiting + 4 * thread % (1 << 21);
    own[0] = l.x + r.x;
    own[1] = l.y + r.y;
    own[2] = l.z + r.z;
    own[3] = l.w + r.w;
    c4[thread] = make_float4(own[0], own[1], own[2], own[3]);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
