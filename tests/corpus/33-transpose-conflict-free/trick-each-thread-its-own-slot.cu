// caught by: exchanged in the tile
// earns: 0
// why: All data go through shared memory, and no thread reads what another one has put there: 4 x 4 elements are
// turned in registers.

__device__ void put(float4* slot, float4 v) {
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"((unsigned)__cvta_generic_to_shared(slot)),
               "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}

__device__ float4 take(float4* slot) {
  float4 v;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"((unsigned)__cvta_generic_to_shared(slot))
               : "memory");
  return v;
}

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float4 slots[4][64];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (rows % 32 || cols % 32) {
    if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
    return;
  }
  const int t = threadIdx.y * 32 + threadIdx.x;
  if (t >= 64) return;
  const int r = blockIdx.y * 32 + t / 8 * 4, c = blockIdx.x * 32 + t % 8 * 4;
  for (int k = 0; k < 4; ++k) put(&slots[k][t], *(const float4*)(in + (r + k) * cols + c));
  float4 m[4];
  for (int k = 0; k < 4; ++k) m[k] = take(&slots[k][t]);
  *(float4*)(out + (c + 0) * rows + r) = make_float4(m[0].x, m[1].x, m[2].x, m[3].x);
  *(float4*)(out + (c + 1) * rows + r) = make_float4(m[0].y, m[1].y, m[2].y, m[3].y);
  *(float4*)(out + (c + 2) * rows + r) = make_float4(m[0].z, m[1].z, m[2].z, m[3].z);
  *(float4*)(out + (c + 3) * rows + r) = make_float4(m[0].w, m[1].w, m[2].w, m[3].w);
}
