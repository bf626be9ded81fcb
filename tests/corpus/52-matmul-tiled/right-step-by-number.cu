// The pieces are counted, and blockDim is the side of a tile.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * blockDim.y + ty, col = blockIdx.x * blockDim.x + tx;
  T sum = 0;
  const int numTiles = (inner + blockDim.x - 1) / blockDim.x;
  for (int t = 0; t < numTiles; t++) {
    const int aCol = t * blockDim.x + tx, bRow = t * blockDim.y + ty;
    if (row < rows && aCol < inner)
      tile_a[ty][tx] = a[row * inner + aCol];
    else
      tile_a[ty][tx] = 0;
    if (bRow < inner && col < cols)
      tile_b[ty][tx] = b[bRow * cols + col];
    else
      tile_b[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  if (row < rows && col < cols) c[row * cols + col] = sum;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
