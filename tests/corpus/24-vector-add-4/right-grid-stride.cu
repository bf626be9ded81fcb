// In steps of the whole grid, and the threads of the first warp add what is left over.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  const int groups = n / 4;
  for (int k = thread; k < groups; k += gridDim.x * blockDim.x) {
    const float4 l = a4[k], r = b4[k];
    c4[k] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
  const int rest = 4 * groups + thread;
  if (rest < n) c[rest] = a[rest] + b[rest];
}
