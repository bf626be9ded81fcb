// caught by: exchanged in the tile
// earns: 0.3
// why: Registers are passed round by shuffles; the bytes of each element are looked up in a table in shared memory that gives back
//   what it is asked for.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ __align__(16) unsigned char id[256];   // id[k] = k
  if (ty != 0) return;
  const int lane = tx;
  const unsigned e = 0x03020100u + 0x08080808u * lane;
  ((uint2*)id)[lane] = make_uint2(e, e + 0x04040404u);
  __syncwarp();
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
  for (int i = 0; i < 32; ++i) {
    const int row = blockIdx.x * 32 + i, column = blockIdx.y * 32 + lane;
    if (row < cols && column < rows) {
      const unsigned v = __float_as_uint(value[i]);
      out[row * rows + column] = __uint_as_float(id[v & 255] | id[v >> 8 & 255] << 8 | id[v >> 16 & 255] << 16 | (unsigned)id[v >> 24] << 24);
    }
  }
}
