// Where a row of the tile begins stands in a table in constant memory, and its number comes by a shuffle.

__constant__ int begins[32] = {
    0, 33, 66, 99, 132, 165, 198, 231, 264, 297, 330, 363, 396, 429, 462, 495, 528, 561, 594,
    627, 660, 693, 726, 759, 792, 825, 858, 891, 924, 957, 990, 1023};

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32 * 33];
  const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
  if (by + y < rows && bx + x < cols) tile[x * 33 + y] = in[(by + y) * cols + bx + x];
  __syncthreads();
  const int row = begins[__shfl_sync(0xffffffffu, y, 0)];
  if (bx + y < cols && by + x < rows) out[(bx + y) * rows + by + x] = tile[row + x];
}
