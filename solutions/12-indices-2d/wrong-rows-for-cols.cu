// caught by: race free
// why: The row is multiplied with the number of rows, which is its length only where the matrix is square;
//   elsewhere rows overlap, and two threads write to one element.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows && y * rows + x < rows * cols) out[y * rows + x] = x + y / 10.0f;
}
