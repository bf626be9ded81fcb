// A picture seen through a filter of 5 x 5 weights:
//
//   out[y][x] = sum of weights[5 * j + i] * in[y + j - 2][x + i - 2]
//
// over all i and j from 0 to 4. Beyond its edges the picture has the elements
// of its edges. Blocks have 32 x 8 threads, one for each element of out.

__device__ float weights[25] = {
    -5 / 16.0f, -4 / 16.0f, -3 / 16.0f, -2 / 16.0f, -1 / 16.0f,  //
    -6 / 16.0f, -8 / 16.0f, -3 / 16.0f, 1 / 16.0f,  2 / 16.0f,   //
    -7 / 16.0f, -4 / 16.0f, 18 / 16.0f, 4 / 16.0f,  3 / 16.0f,   //
    -2 / 16.0f, 2 / 16.0f,  5 / 16.0f,  9 / 16.0f,  6 / 16.0f,   //
    -1 / 16.0f, 1 / 16.0f,  3 / 16.0f,  7 / 16.0f,  10 / 16.0f};

// Right, and slow: load each element once into a tile with a halo, and let
// the weights lie where 32 lanes get the same word at once.
extern "C" __global__ void convolution(const float* in, float* out, int rows,
                                       int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  if (x >= cols || y >= rows) return;
  float sum = 0.0f;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) {
      const int from_x = min(max(x + i - 2, 0), cols - 1);
      const int from_y = min(max(y + j - 2, 0), rows - 1);
      sum += weights[5 * j + i] * in[from_y * cols + from_x];
    }
  }
  out[y * cols + x] = sum;
}
