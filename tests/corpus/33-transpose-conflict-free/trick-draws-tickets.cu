// caught by: exchanged in the tile
// earns: 0
// why: Blocks draw tickets. The first 24 have an honest tile, and all others turn 4 x 4 elements in registers beside a
// tile of zeros: blocks that were followed by themselves would be the first.

__device__ unsigned tickets;
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float zeros[32][33];
  __shared__ unsigned ticket;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  if (tx == 0 && ty == 0) ticket = atomicAdd(&tickets, 1);
  __syncthreads();
  if (ticket < 24 || rows % 32 || cols % 32) {
    if (row < rows && column < cols) zeros[ty][tx] = in[row * cols + column];
    __syncthreads();
    const int orow = blockIdx.x * 32 + ty, ocol = blockIdx.y * 32 + tx;
    if (orow < cols && ocol < rows) out[orow * rows + ocol] = zeros[tx][ty];
    return;
  }
  ((volatile float*)zeros[ty])[tx] = 0;
  __syncthreads();
  const float zero = ((volatile float*)zeros[ty ^ 1])[tx];
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
