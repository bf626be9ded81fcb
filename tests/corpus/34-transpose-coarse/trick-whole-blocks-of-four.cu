// caught by: exchanged in the tile
// earns: 0
// why: Every second block has a tile, the others turn elements in registers. Which blocks are followed is
// drawn for the file.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (rows % 32 || cols % 32) {
    for (int i = ty; i < 32; i += 8) {
      const int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + tx;
      if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
    }
    return;
  }
  for (int i = ty; i < 32; i += 8)
    tile[i][tx] = in[(blockIdx.y * 32 + i) * cols + blockIdx.x * 32 + tx];
  __syncthreads();
  if ((blockIdx.x + blockIdx.y) % 2) {
    for (int i = ty; i < 32; i += 8)
      out[(blockIdx.x * 32 + i) * rows + blockIdx.y * 32 + tx] = tile[tx][i];
    return;
  }
  for (int i = ty; i < 32; i += 8)
    if (((volatile float*)tile[tx])[i] == 1e30f) return;
  const int t = ty * 32 + tx;
  if (t >= 64) return;
  const int r = blockIdx.y * 32 + t / 8 * 4, c = blockIdx.x * 32 + t % 8 * 4;
  float4 m[4];
  for (int k = 0; k < 4; ++k) m[k] = *(const float4*)(in + (r + k) * cols + c);
  *(float4*)(out + (c + 0) * rows + r) = make_float4(m[0].x, m[1].x, m[2].x, m[3].x);
  *(float4*)(out + (c + 1) * rows + r) = make_float4(m[0].y, m[1].y, m[2].y, m[3].y);
  *(float4*)(out + (c + 2) * rows + r) = make_float4(m[0].z, m[1].z, m[2].z, m[3].z);
  *(float4*)(out + (c + 3) * rows + r) = make_float4(m[0].w, m[1].w, m[2].w, m[3].w);
}
