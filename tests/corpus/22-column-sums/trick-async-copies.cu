// caught by: coalesced loads
// why: The strided loads are asynchronous copies into shared memory.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * 256 + threadIdx.x % 8 * 32 + threadIdx.x / 8;
  __shared__ float box[256];
  if (column >= cols) return;
  const unsigned to = (unsigned)__cvta_generic_to_shared(&box[threadIdx.x]);
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a + row * cols + column)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    sum += *(volatile float*)&box[threadIdx.x];
  }
  sums[column] = sum;
}
