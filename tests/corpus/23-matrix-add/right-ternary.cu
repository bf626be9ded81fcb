// The flag chooses the indices.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols, int swapped) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int row = swapped ? x : y, col = swapped ? y : x;
  if (row >= rows || col >= cols) return;
  c[row*cols+col] = a[row*cols+col] + b[row*cols+col];
}
