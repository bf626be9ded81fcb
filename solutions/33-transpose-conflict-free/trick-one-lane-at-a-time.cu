// caught by: few passes
// earns: 0
// why: One lane reads the tile at a time: nobody is there to conflict with, and each read takes 32
// passes still.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    float value = 0.0f;
    for (int lane = 0; lane < 32; ++lane)
      if (threadIdx.x == lane) value = *(volatile float*)&tile[threadIdx.x][threadIdx.y];
    out[out_row * rows + out_column] = value;
  }
}
