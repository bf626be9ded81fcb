// What times on a GPU are compared with: the traffic of a transpose through a tile without bank
// conflicts, and no transpose. Whole rows are read and written, and the tile is upside down.

extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  const bool inside = row < rows && column < cols;
  if (inside) tile[threadIdx.y][threadIdx.x] = in[row * cols + column];
  else tile[threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  if (inside) out[row * cols + column] = tile[31 - threadIdx.y][threadIdx.x];
}
