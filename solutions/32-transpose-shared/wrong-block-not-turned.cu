// caught by: correct
// why: Each tile is turned round and then written to the place that it came from, which is right for a
//   matrix of one tile only.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    out[column * rows + row] = in[row * cols + column];
  }
}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = row < rows && column < cols ? in[row * cols + column] : 0.0f;

  __syncthreads();

  const int out_column = blockIdx.x * 32 + threadIdx.x;
  const int out_row = blockIdx.y * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
  }
}
