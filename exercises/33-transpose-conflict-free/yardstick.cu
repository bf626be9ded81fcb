// What times on a GPU are compared with: the traffic of a transpose through a tile without bank
// conflicts, and no transpose. Blocks go where they belong, and each is upside down instead of turned.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  float value = 0.0f;
  if (row < rows && column < cols) value = in[row * cols + column];
  tile[threadIdx.y][threadIdx.x] = value;
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  if (out_row < cols && out_column < rows) {
    out[out_row * rows + out_column] = tile[31 - threadIdx.y][threadIdx.x];
  }
}
