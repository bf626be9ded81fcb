// caught by: in bounds
// why: Only the first element of the group is checked, and all four are loaded.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = 4 * thread;
  if (i < n) {
    const float4 l = *(const float4*)&a[i], r = *(const float4*)&b[i];
    *(float4*)&c[i] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
}
