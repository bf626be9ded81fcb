// caught by: race free
// why: The place in memory is checked, and not x and y: a thread right of the matrix has the place of the next
//   row's first element, and both write there.

extern "C" __global__ void indices_2d(float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y * cols + x < rows * cols) out[y * cols + x] = x + y / 10.0f;
}
