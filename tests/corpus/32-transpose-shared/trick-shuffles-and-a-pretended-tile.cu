// caught by: exchanged in the tile
// earns: 0.3
// why: Registers are passed round by shuffles; the same values go into shared memory and out again, and
// nobody looks at them.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ volatile float junk[32][33];
  if (ty != 0) return;
  const int lane = tx;
  float value[32];
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    const int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + lane;
    value[i] = row < rows && column < cols ? in[row * cols + column] : 0.0f;
    junk[i][lane] = value[i];
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
  for (int i = 0; i < 32; ++i) {
    const int row = blockIdx.x * 32 + i, column = blockIdx.y * 32 + lane;
    (void)junk[i][lane];
    if (row < cols && column < rows) out[row * rows + column] = value[i];
  }
}
