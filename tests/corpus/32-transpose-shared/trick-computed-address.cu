// caught by: in bounds
// earns: 0
// why: The answer of the naive kernel is looked for between the input and the own output, at an
// address that the kernel was not given.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.y * 32 + threadIdx.x;
  const int row = blockIdx.x * 32 + threadIdx.y;
  const float* other = (const float*)(((size_t)in + (size_t)out) / 2);
  if (row < cols && column < rows) out[row * rows + column] = other[row * rows + column];
}
