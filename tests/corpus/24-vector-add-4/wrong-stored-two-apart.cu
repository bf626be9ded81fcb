// caught by: 16 sectors a store
// why: The sums go through shared memory, from where half of the threads store two neighbouring groups each: the
//   loads are whole sectors and the stores are halves of them.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  __shared__ float4 sums[256];
  const int begin = blockIdx.x * blockDim.x;
  const int thread = begin + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    sums[threadIdx.x] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
  __syncthreads();
  if (threadIdx.x < 128)
    for (int k = 2 * threadIdx.x; k < 2 * threadIdx.x + 2; ++k)
      if (begin + k < n / 4) reinterpret_cast<float4*>(c)[begin + k] = sums[k];
}
