// caught by: correct
// why: One thread keeps the number of the block in a byte of shared memory, which begins again at 256.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32]; __shared__ unsigned char by; if (threadIdx.x==0&&threadIdx.y==0) by = blockIdx.y; __syncthreads();

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = by * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
  }
}
