// caught by: exchanged in the tile
// earns: 0
// why: 64 threads turn 4 x 4 elements each in their own registers. A tile of zeros is passed on from thread
// to thread, barrier and all, and added to them.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float zeros[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = 0; i < 32; i += 8) ((volatile float*)zeros[ty + i])[tx] = 0;
  __syncthreads();
  float zero = 0.0f;
  for (int i = 0; i < 32; i += 8) zero += ((volatile float*)zeros[ty + i ^ 1])[tx];
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
    m[k] = *(const float4*)(in + (r + k) * cols + c);
    m[k].x += zero, m[k].y += zero, m[k].z += zero, m[k].w += zero;
  }
  *(float4*)(out + (c + 0) * rows + r) = make_float4(m[0].x, m[1].x, m[2].x, m[3].x);
  *(float4*)(out + (c + 1) * rows + r) = make_float4(m[0].y, m[1].y, m[2].y, m[3].y);
  *(float4*)(out + (c + 2) * rows + r) = make_float4(m[0].z, m[1].z, m[2].z, m[3].z);
  *(float4*)(out + (c + 3) * rows + r) = make_float4(m[0].w, m[1].w, m[2].w, m[3].w);
}
