// Each row of the block waits in shared memory before it is added.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float line[256];
  float s = 0.f;
  for (int r = 0; r < rows; ++r) {
    line[threadIdx.x] = c < cols ? a[r*cols+c] : 0.f;
    __syncthreads();
    s += line[threadIdx.x];
    __syncthreads();
  }
  if (c < cols) sums[c] = s;
}
