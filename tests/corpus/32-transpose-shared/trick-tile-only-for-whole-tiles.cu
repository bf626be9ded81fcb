// caught by: coalesced stores
// why: Where a side is no multiple of 32 there is no tile, and the stores are strided.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (rows % 32 || cols % 32) {
    if (y < rows && x < cols) out[x * rows + y] = in[y * cols + x];
    return;
  }
  tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * rows + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
