// caught by: in bounds
// earns: 0
// why: The naive kernel saves where its answer is, and the graded one copies from there.

__device__ const float* saved;

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (column == 0 && row == 0) saved = out;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float*, float* out, int rows, int cols) {
  const int column = blockIdx.y * 32 + threadIdx.x;
  const int row = blockIdx.x * 32 + threadIdx.y;
  if (row < cols && column < rows) out[row * rows + column] = saved[row * rows + column];
}
