// caught by: full warps
// earns: 0.91
// why: Global memory is accessed by eight lanes at a time: all sectors are used, in four times as
// many requests.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  float value = 0.0f;
  for (int group = 0; group < 4; ++group)
    if (threadIdx.x / 8 == group && row < rows && column < cols)
      value = *(const volatile float*)&in[row * cols + column];
  if (row < rows && column < cols) tile[threadIdx.y][threadIdx.x] = value;
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows)
    out[out_row * rows + out_column] = tile[threadIdx.x][threadIdx.y];
}
