// caught by: coalesced stores
// earns: 0
// why: A tile for show; the elements go their strided way.
extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float tile[32][33];
  const int row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = 1;
  if (row < rows && column < cols)
    out[column * rows + rows - 1 - row] = in[row * cols + column] * tile[threadIdx.y][threadIdx.x];
}
