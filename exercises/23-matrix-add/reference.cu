// A kernel that is right, and strided whatever `swapped` says. It is run to know the answer.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  const int i = row * cols + column;
  c[i] = a[i] + b[i];
}
