// caught by: in bounds
// why: Without a sign, 3 - 4 is a large number.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const unsigned first = 4 * (blockIdx.x * blockDim.x + threadIdx.x), count = n;
  if (first <= count - 4) {
    const float4 left = *(const float4*)(a + first), right = *(const float4*)(b + first);
    *(float4*)(c + first) = make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
  } else {
    for (unsigned i = first; i < count; ++i) c[i] = a[i] + b[i];
  }
}
