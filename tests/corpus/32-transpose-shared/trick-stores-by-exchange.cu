// caught by: coalesced stores
// earns: 0
// why: The strided stores are atomic exchanges, which are no stores.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;
  tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  atomicExch(&out[column * rows + row], tile[threadIdx.y][threadIdx.x]);
}
