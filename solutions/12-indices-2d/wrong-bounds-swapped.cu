// caught by: in bounds
// why: x is compared with the number of rows and y with the number of columns.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < cols) out[y * cols + x] = x + y / 10.0f;
}
