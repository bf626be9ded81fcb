// A pointer goes down to the row first.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float* row = out + size_t(y) * cols;
  if (x < cols && y < rows) row[x] = float(x) + float(y) / 10.0f;
}
