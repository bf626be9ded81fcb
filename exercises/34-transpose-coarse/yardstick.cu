// What times on a GPU are compared with: the traffic of a transpose through a tile without bank conflicts,
// four elements a thread, and no transpose. Blocks go where they belong, and each is upside down instead of turned.

extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    float value = 0.0f;
    if (row + i < rows && column < cols) value = in[(row + i) * cols + column];
    tile[threadIdx.y + i][threadIdx.x] = value;
  }
  __syncthreads();
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (out_row + i < cols && out_column < rows) {
      out[(out_row + i) * rows + out_column] = tile[31 - threadIdx.y - i][threadIdx.x];
    }
  }
}
