// What times on a GPU are compared with: the traffic of a transpose through a tile, and no transpose.
// Whole rows are read and written, each warp writes a row of the tile, and the 32 lanes that read it
// then meet in one bank.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32 * 32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  const bool inside = row < rows && column < cols;
  tile[threadIdx.y * 32 + threadIdx.x] = inside ? in[row * cols + column] : 0.0f;
  __syncthreads();
  if (inside) out[row * cols + column] = tile[threadIdx.x * 32];
}
