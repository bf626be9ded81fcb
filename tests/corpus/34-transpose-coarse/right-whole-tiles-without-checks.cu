// Whole tiles are moved without checks, those at the edges with them.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const bool whole = blockIdx.x * 32 + 32 <= cols && blockIdx.y * 32 + 32 <= rows;
  const float* p = in + r * cols + c;
  if (whole) for (int i = 0; i < 32; i += 8) tile[ty + i][tx] = p[i * cols];
  else for (int i = 0; i < 32; i += 8) if (r + i < rows && c < cols) tile[ty + i][tx] = p[i * cols];
  __syncthreads();
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  float* q = out + orow * rows + oc;
  if (whole) for (int i = 0; i < 32; i += 8) q[i * rows] = tile[tx][ty + i];
  else for (int i = 0; i < 32; i += 8) if (orow + i < cols && oc < rows) q[i * rows] = tile[tx][ty + i];
}
