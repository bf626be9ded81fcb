// Indices in two dimensions: x is the column and y is the row, and a row has cols elements.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows) {
    out[y * cols + x] = x + y / 10.0f;
  }
}
