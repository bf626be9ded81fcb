__constant__ float weights[25] = {
    -5 / 16.0f, -4 / 16.0f, -3 / 16.0f, -2 / 16.0f, -1 / 16.0f,  //
    -6 / 16.0f, -8 / 16.0f, -3 / 16.0f, 1 / 16.0f,  2 / 16.0f,   //
    -7 / 16.0f, -4 / 16.0f, 18 / 16.0f, 4 / 16.0f,  3 / 16.0f,   //
    -2 / 16.0f, 2 / 16.0f,  5 / 16.0f,  9 / 16.0f,  6 / 16.0f,   //
    -1 / 16.0f, 1 / 16.0f,  3 / 16.0f,  7 / 16.0f,  10 / 16.0f};

extern "C" __global__ void convolution(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[12][36];
  const int first_x = blockIdx.x * 32 - 2, first_y = blockIdx.y * 8 - 2;
  for (int k = threadIdx.y * 32 + threadIdx.x; k < 12 * 36; k += 256) {
    const int x = min(max(first_x + k % 36, 0), cols - 1);
    const int y = min(max(first_y + k / 36, 0), rows - 1);
    tile[k / 36][k % 36] = in[y * cols + x];
  }
  __syncthreads();

  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= cols || y >= rows) return;
  float sum = 0.0f;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) sum += weights[5 * j + i] * tile[threadIdx.y + j][threadIdx.x + i];
  out[y * cols + x] = sum;
}
