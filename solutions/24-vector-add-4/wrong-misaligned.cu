// caught by: in bounds
// why: The group begins at the thread's number and not at four times that: an address which is no multiple of 16.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread + 3 < n) {
    const float4 l = *(const float4*)&a[thread], r = *(const float4*)&b[thread];
    *(float4*)&c[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
}
