// A warp votes on whether any of its lanes has something to load.

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
  if (__any_sync(0xffffffffu, r < rows && c < cols)) {
    if (r < rows && c < cols) tile[y][x] = in[r * cols + c];
  }
  __syncthreads();
  const int oc = blockIdx.y * 32 + x, o = blockIdx.x * 32 + y;
  if (o < cols && oc < rows) out[o * rows + oc] = tile[x][y];
}
extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
