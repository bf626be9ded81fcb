// The tile is filled row by row, by two loops of threads with two numbers; its rows are padded.

__constant__ float weights[25] = {
    -5 / 16.0f, -4 / 16.0f, -3 / 16.0f, -2 / 16.0f, -1 / 16.0f,  //
    -6 / 16.0f, -8 / 16.0f, -3 / 16.0f, 1 / 16.0f,  2 / 16.0f,   //
    -7 / 16.0f, -4 / 16.0f, 18 / 16.0f, 4 / 16.0f,  3 / 16.0f,   //
    -2 / 16.0f, 2 / 16.0f,  5 / 16.0f,  9 / 16.0f,  6 / 16.0f,   //
    -1 / 16.0f, 1 / 16.0f,  3 / 16.0f,  7 / 16.0f,  10 / 16.0f};

extern "C" __global__ void convolution(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[8 + 4][32 + 4 + 1];
  for (int y = threadIdx.y; y < 12; y += blockDim.y) {
    int from_y = static_cast<int>(blockIdx.y * blockDim.y) + y - 2;
    from_y = from_y < 0 ? 0 : from_y >= rows ? rows - 1 : from_y;
    for (int x = threadIdx.x; x < 36; x += blockDim.x) {
      int from_x = static_cast<int>(blockIdx.x * blockDim.x) + x - 2;
      from_x = from_x < 0 ? 0 : from_x >= cols ? cols - 1 : from_x;
      tile[y][x] = in[from_y * cols + from_x];
    }
  }
  __syncthreads();
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) {
    float sum = 0;
#pragma unroll
    for (int dy = -2; dy <= 2; dy++)
#pragma unroll
      for (int dx = -2; dx <= 2; dx++)
        sum = fmaf(tile[threadIdx.y + 2 + dy][threadIdx.x + 2 + dx], weights[(dy + 2) * 5 + dx + 2], sum);
    out[y * cols + x] = sum;
  }
}
