// caught by: exchanged in the tile
// earns: 0
// why: A warp turns the tile in registers, by shuffles; another warp takes what it has put into shared memory, as it is,
// and stores it.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int lane = threadIdx.x, warp = threadIdx.y;
  if (warp == 0) {
    float value[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      const int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + lane;
      value[i] = row < rows && column < cols ? in[row * cols + column] : 0.0f;
    }
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
#pragma unroll
      for (int i = 0; i < 32; ++i) {
        if (i & step) continue;
        const bool high = lane & step;
        const float given = __shfl_xor_sync(0xffffffffu, high ? value[i] : value[i + step], step);
        if (high) value[i] = given;
        else value[i + step] = given;
      }
#pragma unroll
    for (int i = 0; i < 32; ++i) tile[i][lane] = value[i];
  }
  __syncthreads();
  const int row = blockIdx.x * 32 + warp, column = blockIdx.y * 32 + lane;
  if (row < cols && column < rows) out[row * rows + column] = tile[warp][lane];
}
