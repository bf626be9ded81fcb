// caught by: in bounds
// why: x is multiplied with the length of a row, as if it were the row. In a square matrix that is the answer
//   with rows and columns exchanged; in one that is wide it leaves the matrix.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * cols + y] = x + y / 10.0f;
}
