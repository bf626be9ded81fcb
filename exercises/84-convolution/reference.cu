// Right, and no way to do it: everything from global memory, in one loop over the weights.

__device__ float weights[25] = {
    -5 / 16.0f, -4 / 16.0f, -3 / 16.0f, -2 / 16.0f, -1 / 16.0f,  //
    -6 / 16.0f, -8 / 16.0f, -3 / 16.0f, 1 / 16.0f,  2 / 16.0f,   //
    -7 / 16.0f, -4 / 16.0f, 18 / 16.0f, 4 / 16.0f,  3 / 16.0f,   //
    -2 / 16.0f, 2 / 16.0f,  5 / 16.0f,  9 / 16.0f,  6 / 16.0f,   //
    -1 / 16.0f, 1 / 16.0f,  3 / 16.0f,  7 / 16.0f,  10 / 16.0f};

extern "C" __global__ void convolution(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= cols || y >= rows) return;
  float sum = 0.0f;
  for (int k = 0; k < 25; ++k) {
    const int from_x = min(max(x + k % 5 - 2, 0), cols - 1), from_y = min(max(y + k / 5 - 2, 0), rows - 1);
    sum += weights[k] * in[from_y * cols + from_x];
  }
  out[y * cols + x] = sum;
}
