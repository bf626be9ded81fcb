// caught by: correct
// why: The tile holds shorts, which cuts off the fractions.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  const int ocol = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;

  __shared__ short tile[32][34];
  if (row < rows && column < cols) tile[ty][tx] = in[row * cols + column];
  __syncthreads();
  if (orow < cols && ocol < rows) out[orow * rows + ocol] = tile[tx][ty];
}
