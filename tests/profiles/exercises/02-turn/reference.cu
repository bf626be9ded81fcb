extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && column < cols) out[column * rows + rows - 1 - row] = in[row * cols + column];
}
