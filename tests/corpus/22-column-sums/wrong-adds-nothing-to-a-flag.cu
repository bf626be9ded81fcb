// caught by: race free
// why: Block 0 leaves the number of rows in a variable and raises a flag. The others add 0 to the flag, which waits for
//   nothing: they do not look at what it was.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
__device__ unsigned flag;
__device__ int length;
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const bool first = blockIdx.x == 0;
  if (!first && threadIdx.x == 0) { atomicAdd(&flag, 0); __threadfence(); }
  __syncthreads();
  const int height = first ? rows : length;
  float sum = 0.0f;
  if (column < cols) {
    for (int row = 0; row < height; ++row) sum += a[row * cols + column];
    sums[column] = sum;
  }
  if (first) {
    __syncthreads();
    if (threadIdx.x == 0) { length = rows; __threadfence(); atomicAdd(&flag, 1); }
  }
}
