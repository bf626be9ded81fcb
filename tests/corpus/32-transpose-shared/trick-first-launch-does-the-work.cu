// caught by: correct
// earns: 0
// why: The naive kernel leaves the transposed matrix in a variable, and the graded one copies it.
// Variables start anew for each launch.

__device__ float kept[2048 * 2048];

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
    kept[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float*, float* out, int rows, int cols) {
  const int column = blockIdx.y * 32 + threadIdx.x;
  const int row = blockIdx.x * 32 + threadIdx.y;
  if (row < cols && column < rows) out[row * rows + column] = kept[row * rows + column];
}
