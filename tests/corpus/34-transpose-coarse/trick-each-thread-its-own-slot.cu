// caught by: exchanged in the tile
// earns: 0
// why: All data go through shared memory, and no thread reads what another one has put there: 4 x 4 elements
// are turned in registers.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float slots[16][64];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (rows % 32 || cols % 32) {
    for (int i = ty; i < 32; i += 8) {
      const int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + tx;
      if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
    }
    return;
  }
  const int t = ty * 32 + tx;
  if (t >= 64) return;
  const int r = blockIdx.y * 32 + t / 8 * 4, c = blockIdx.x * 32 + t % 8 * 4;
  float4 m[4];
  for (int k = 0; k < 4; ++k) {
    const float4 v = *(const float4*)(in + (r + k) * cols + c);
    volatile float* slot = &slots[4 * k][t];
    slot[0] = v.x, slot[64] = v.y, slot[128] = v.z, slot[192] = v.w;
    m[k] = make_float4(slot[0], slot[64], slot[128], slot[192]);
  }
  *(float4*)(out + (c + 0) * rows + r) = make_float4(m[0].x, m[1].x, m[2].x, m[3].x);
  *(float4*)(out + (c + 1) * rows + r) = make_float4(m[0].y, m[1].y, m[2].y, m[3].y);
  *(float4*)(out + (c + 2) * rows + r) = make_float4(m[0].z, m[1].z, m[2].z, m[3].z);
  *(float4*)(out + (c + 3) * rows + r) = make_float4(m[0].w, m[1].w, m[2].w, m[3].w);
}
