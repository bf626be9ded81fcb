// caught by: no detour by local memory
// why: Each element is put into an array of the thread, in local memory, and taken out again.

__device__ float detour(float v, int place) {
  volatile float mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];

  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  }

  __syncthreads();

  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = detour(tile[threadIdx.x][threadIdx.y], cols);
  }
}
