// Whole tiles have a way of their own, without checks.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
  const bool whole = c0 + 32 <= cols && r0 + 32 <= rows;
  const float* from = in + (r0 + ty) * cols + c0 + tx;
  for (int i = 0; i < 32; i += 8)
    if (whole || (r0 + ty + i < rows && c0 + tx < cols)) tile[ty + i][tx] = from[i * cols];
  __syncthreads();
  float* to = out + (c0 + ty) * rows + r0 + tx;
  for (int i = 0; i < 32; i += 8)
    if (whole || (c0 + ty + i < cols && r0 + tx < rows)) to[i * rows] = tile[tx][ty + i];
}
