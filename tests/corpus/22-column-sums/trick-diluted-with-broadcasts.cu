// caught by: coalesced loads
// why: The columns of a warp lie far apart; loads of 16 bytes from one address, which ask for much
// and move little, make the average look good.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * 256 + threadIdx.x % 8 * 32 + threadIdx.x / 8;
  if (column >= cols) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) {
    sum += a[row * cols + column];
    const volatile float4* cheap = (const volatile float4*)a;
    if ((rows * cols) % 4 == 0) sum += 0.0f * (cheap->x + cheap->y + cheap->z + cheap->w);
  }
  sums[column] = sum;
}
