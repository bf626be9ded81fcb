// A vote tells whether all of a warp's part is inside, so that whole parts need no checks.

extern "C" __global__ void __launch_bounds__(256) transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
  const bool whole = __all_sync(0xffffffffu, r + 24 < rows && c < cols);
#pragma unroll
  for (int k = 0; k < 32; k += 8) if (whole || (r + k < rows && c < cols)) tile[y + k][x] = in[(r + k) * cols + c];
  __syncthreads();
  const int oc = blockIdx.y * 32 + x, o = blockIdx.x * 32 + y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) if (o + k < cols && oc < rows) out[(o + k) * rows + oc] = tile[x][y + k];
}
