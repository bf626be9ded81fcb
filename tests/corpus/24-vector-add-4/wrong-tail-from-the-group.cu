// caught by: correct
// why: The tail is added from the thread's own number on, and not from four times that: elements which are right
//   already are added again, and the last ones are left out.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = 4 * thread;
  if (i + 3 < n) {
    const float4 l = *(const float4*)&a[i], r = *(const float4*)&b[i];
    *(float4*)&c[i] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else {
    for (int k = 0; k < n - i; ++k) c[thread + k] = a[thread + k] + b[thread + k];
  }
}
