// caught by: 16 sectors a load
// why: An eighth of the threads take eight groups each that stand next to each other: neighbours are 128 bytes apart, so
//   an access of the warp touches 32 sectors and uses half of each.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  for (int k = 8 * thread; k < 8 * thread + 8 && k < n / 4; ++k) {
    const float4 l = a4[k], r = b4[k];
    c4[k] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
  if (thread == n / 4)
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
}
