// Lane 0 computes the warp's place in both matrices, and the others get it by shuffles.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
  const int from = __shfl_sync(0xffffffffu, (by + y) * cols + bx, 0);
  if (by + y < rows && bx + x < cols) tile[y][x] = in[from + x];
  __syncthreads();
  const int to = __shfl_sync(0xffffffffu, (bx + y) * rows + by, 0);
  if (bx + y < cols && by + x < rows) out[to + x] = tile[x][y];
}
