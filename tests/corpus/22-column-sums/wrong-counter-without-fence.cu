// caught by: correct
// why: The last block to come doubles what the others have stored by halves. All of it is atomic, so nothing races; but what a
//   block has stored may arrive after its count, for no fence stands between them.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

__device__ unsigned counter;
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) sum += a[row * cols + column];
  if (threadIdx.x != 0) {
    if (column < cols) sums[column] = sum;
    return;
  }
  atomicExch(&sums[column], 0.5f * sum);
  __threadfence_block();
  if (atomicAdd(&counter, 1) != gridDim.x - 1) return;
  for (unsigned k = 0; k < gridDim.x; ++k) {
    const float half = atomicAdd(&sums[k * blockDim.x], 0.0f);
    atomicExch(&sums[k * blockDim.x], 2 * half);
  }
}
