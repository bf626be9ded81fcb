// caught by: coalesced stores
// earns: 0
// why: Strided stores, and many more that write the same corner of the output again, all in one
// row.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;
  const float value = in[row * cols + column];
  tile[threadIdx.y][threadIdx.x] = value;
  *(volatile float*)&out[column * rows + row] = tile[threadIdx.y][threadIdx.x];
  for (int k = 0; k < 8; ++k) *(volatile float*)&out[column * rows + row] = value;
}
