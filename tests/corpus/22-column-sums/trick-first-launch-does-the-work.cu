// caught by: correct
// earns: 0
// why: The launch that is not graded for its loads leaves the sums in a variable, and the graded
// one copies them. Variables start anew for each launch.

__device__ float kept[4096];

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
    sums[row] = sum;
  }
  for (int column = row; column < cols; column += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    for (int i = 0; i < rows; ++i) sum += a[i * cols + column];
    kept[column] = sum;
  }
}

extern "C" __global__ void column_sums(const float*, float* sums, int, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < cols) sums[column] = kept[column];
}
